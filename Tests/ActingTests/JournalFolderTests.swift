import Engine
import Foundation
import TestSupport
import Testing

@testable import Acting

/// The journals of the last runs are kept, where all runs of a watch count as one.
@Suite struct JournalFolderTests {
  private let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory()
  }

  private func folder(groups: Int, watched: Int = 100) -> JournalFolder {
    JournalFolder(
      path: place.path("journals"), JournalFolder.Limits(groups: groups, watched: watched))
  }

  @discardableResult private func run(
    _ folder: JournalFolder, _ origin: JournalFolder.Origin = .hand
  ) throws -> Int {
    let file = try folder.begin(rule: "sort", at: Instant(milliseconds: 0), from: origin)
    folder.end(file)
    return file.run.number
  }

  @Test func allRunsOfAWatchCountAsOne() throws {
    let folder = folder(groups: 3)
    try run(folder)
    let first = try run(folder, .watch(nil))
    for _ in 1...20 { try run(folder, .watch(first)) }
    try run(folder)
    #expect(folder.runs.map(\.number) == Array(1...23))
    #expect(folder.runs.count { $0.watch == first } == 21)
    // The fourth removes the oldest alone.
    try run(folder)
    #expect(folder.runs.map(\.number) == Array(2...24))
    // The watch goes on, so it is not the oldest.
    try run(folder, .watch(first))
    try run(folder)
    #expect(folder.runs.map(\.number) == Array(2...22) + [24, 25, 26])
    try run(folder)
    try run(folder)
    #expect(folder.runs.map(\.number) == [26, 27, 28])
  }

  @Test func theOldestRunsOfWatchesGoFirst() throws {
    let folder = folder(groups: 10, watched: 4)
    try run(folder)
    let first = try run(folder, .watch(nil))
    let second = try run(folder, .watch(nil))
    for _ in 1...3 { try run(folder, .watch(first)) }
    #expect(folder.runs.map(\.number) == [1, 3, 4, 5, 6])
    for _ in 1...2 { try run(folder, .watch(second)) }
    #expect(folder.runs.map(\.number) == [1, 5, 6, 7, 8])
    // A number is not used again.
    #expect(try run(folder) == 9)
  }

  @Test func theJournalOfARunThatGoesOnStays() throws {
    let folder = folder(groups: 1)
    let open = try folder.begin(rule: "sort", at: Instant(milliseconds: 0))
    try run(folder)
    try run(folder)
    #expect(folder.runs.map(\.number) == [1, 3])
    #expect(try folder.reopen(JournalRun(1)) == nil)
    folder.end(open)
  }

  @Test func aJournalThatIsTooLargeIsNotRead() throws {
    let folder = folder(groups: 2)
    let number = try run(folder)
    #expect(truncate(place.path("journals/\(number).done"), 1 << 40) == 0)
    let problem = #expect(throws: FileProblem.self) { try folder.content(of: JournalRun(number)) }
    #expect(problem?.reason.contains("larger than 1 GiB") == true)
  }

  @Test(arguments: [
    ("12.open", 12, nil, false), ("12.done", 12, nil, true), ("13-12.done", 13, 12, true),
    ("12-12.open", 12, 12, false),
  ])
  func aNameTellsRunAndWatch(_ text: String, _ number: Int, _ watch: Int?, _ isDone: Bool) throws {
    let name = try #require(JournalName(text))
    #expect(name.run == JournalRun(number, of: watch))
    #expect(name.isDone == isDone)
    #expect(name.text == text)
  }

  @Test(arguments: [
    "", ".done", "x.done", "0.open", "-1.open", "1-.done", "1-0.done", "1-x.open", "1-2-3.done",
    "1.part", "1",
  ])
  func aFileOfAnythingElseIsNoJournal(_ text: String) {
    #expect(JournalName(text) == nil)
  }
}
