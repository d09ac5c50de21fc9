import Foundation
import TestSupport
import Testing

@testable import Engine
@testable import Runs

@Suite struct SnapshotFolderTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func folder(_ change: (inout SnapshotFolder.Limits) -> Void = { _ in }) -> SnapshotFolder
  {
    var limits = SnapshotFolder.Limits()
    change(&limits)
    return SnapshotFolder(path: directory.path("state/changes"), limits: limits)
  }

  private var names: [String] {
    let path = directory.path("state/changes")
    return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  private func setAge(_ seconds: Int, of name: String) throws {
    let date = Date(timeIntervalSinceNow: -Double(seconds))
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = Int(date.timeIntervalSince1970) }
    #expect(utimensat(AT_FDCWD, directory.path("state/changes/\(name)"), times, 0) == 0)
  }

  @Test func aTokenGivesBackWhatWasKept() throws {
    let token = try folder().keep(FetchSnapshotTests.snapshot(["a", "b"]))
    #expect(token.description.utf8.count == 36)
    #expect(ChangeToken(token.description) == token)
    let snapshot = try #require(try folder().snapshot(token))
    #expect(snapshot.list.count == 2)
    #expect(names == [token.name])
    var facts = stat()
    stat(directory.path("state/changes"), &facts)
    #expect(facts.st_mode & 0o777 == 0o700)
  }

  @Test func theSameFetchHasTheSameToken() throws {
    let first = try folder().keep(FetchSnapshotTests.snapshot(["a"]))
    let second = try folder().keep(FetchSnapshotTests.snapshot(["a"]))
    let other = try folder().keep(FetchSnapshotTests.snapshot(["a"], question: 6))
    #expect(first == second)
    #expect(first != other)
    #expect(names.count == 2)
  }

  @Test func aMistypedTokenIsNone() throws {
    let text = try folder().keep(FetchSnapshotTests.snapshot(["a"])).description
    for place in text.indices {
      var wrong = text
      let digit = text[place] == "0" ? "1" : "0"
      wrong.replaceSubrange(place...place, with: digit)
      #expect(ChangeToken(wrong) == nil)
    }
    for wrong in ["", "../../etc/passwd", text + "0", text.uppercased() + " "] {
      #expect(ChangeToken(wrong) == nil)
    }
  }

  @Test func aDamagedSnapshotIsRefused() throws {
    let token = try folder().keep(FetchSnapshotTests.snapshot(["a", "b"]))
    let path = directory.path("state/changes/\(token.name)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for damaged in [whole.dropLast(), whole + [0], Data(), Data(whole.map { $0 ^ 1 })] {
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(throws: SnapshotProblem.damaged) { try folder().snapshot(token) }
    }
  }

  @Test func aSnapshotThatWasDamagedIsWrittenAnew() throws {
    let token = try folder().keep(FetchSnapshotTests.snapshot(["a", "b"]))
    let path = directory.path("state/changes/\(token.name)")
    try Data("no snapshot".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try folder().keep(FetchSnapshotTests.snapshot(["a", "b"])) == token)
    #expect(try folder().snapshot(token) != nil)
  }

  @Test func onlyWhatWasUsedLatelyIsKept() throws {
    let tokens = try (0..<6).map { try folder().keep(FetchSnapshotTests.snapshot(["\($0)"])) }
    for (age, token) in tokens.enumerated() { try setAge(600 - 100 * age, of: token.name) }
    // Asked for, so that it is younger than all others.
    folder().noteUse(of: tokens[0])
    let newest = try folder { $0.files = 3 }.keep(FetchSnapshotTests.snapshot(["new"]))
    #expect(Set(names) == Set([newest, tokens[0], tokens[5]].map(\.name)))
  }

  @Test func snapshotsUnusedForMonthsAreRemoved() throws {
    let old = try folder().keep(FetchSnapshotTests.snapshot(["old"]))
    try setAge(91 * 86_400, of: old.name)
    let new = try folder().keep(FetchSnapshotTests.snapshot(["new"]))
    #expect(names == [new.name])
    #expect(try folder().snapshot(old) == nil)
  }

  @Test func halfWrittenFilesOfLongAgoGo() throws {
    let partial = directory.path("state/changes/.shotflow-half")
    _ = try folder().keep(FetchSnapshotTests.snapshot(["a"]))
    try Data("half".utf8).write(to: URL(fileURLWithPath: partial))
    _ = try folder().keep(FetchSnapshotTests.snapshot(["b"]))
    #expect(names.contains(".shotflow-half"))
    try setAge(7200, of: ".shotflow-half")
    _ = try folder().keep(FetchSnapshotTests.snapshot(["c"]))
    #expect(!names.contains(".shotflow-half"))
  }

  @Test func allBytesTogetherAreBounded() throws {
    for round in 0..<5 { _ = try folder().keep(FetchSnapshotTests.snapshot(["\(round)"])) }
    _ = try folder { $0.byteCount = 3 * 4096 }.keep(FetchSnapshotTests.snapshot(["last"]))
    #expect(names.count == 3)
  }
}
