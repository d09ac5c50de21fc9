import Foundation
import Samples
import TestSupport
import Testing

@Suite struct SampleLibraryTests {
  private let now = 1_443_389_368

  @Test func givesTheSameFilesForTheSameMoment() {
    let first = SampleLibrary(now: now, seed: 7).entries
    let second = SampleLibrary(now: now, seed: 7).entries
    #expect(first.map(\.path) == second.map(\.path))
    #expect(first.map(\.bytes) == second.map(\.bytes))
    #expect(first.map(\.bytes) != SampleLibrary(now: now, seed: 8).entries.map(\.bytes))
  }

  @Test func holdsAScreenshotOfNowAndAnExactCopy() throws {
    let entries = SampleLibrary(now: now).entries
    let name = CivilTime(localSecondsSince1970: now).fileName
    let screenshot = try #require(entries.first { $0.path.hasSuffix("from \(name).png") })
    #expect(screenshot.modified == now)
    #expect(Set(entries.map(\.bytes)).count == entries.count - 1)
  }

  @Test func replacesOnlyWhatItWrote() throws {
    let folder = try TemporaryDirectory()
    let library = folder.path("library")
    try SampleLibrary(now: now).write(to: library)
    try folder.write("mine", to: "library/Holiday/mine.txt")
    try SampleLibrary(now: now + 3600).write(to: library)
    #expect(try folder.text(of: "library/Holiday/mine.txt") == "mine")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(library)/Screenshots")
    #expect(names.count == 2)
  }

  @Test func refusesAFolderOfSomebodyElse() throws {
    let folder = try TemporaryDirectory()
    try folder.write("mine", to: "mine.txt")
    #expect(throws: SampleError.self) { try SampleLibrary(now: now).write(to: folder.path) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine.txt"])
  }

  @Test func doesNotFollowALinkOutOfTheFolder() throws {
    let folder = try TemporaryDirectory()
    let library = folder.path("library")
    try SampleLibrary(now: now).write(to: library)
    try folder.write("theirs", to: "elsewhere/beach.jpg")
    try FileManager.default.removeItem(atPath: "\(library)/Holiday")
    try FileManager.default.createSymbolicLink(
      atPath: "\(library)/Holiday", withDestinationPath: folder.path("elsewhere"))
    #expect(throws: SampleError.self) { try SampleLibrary(now: now).write(to: library) }
    #expect(try folder.text(of: "elsewhere/beach.jpg") == "theirs")
  }

  @Test func corpusIsTheSameForTheSameSeed() throws {
    let folder = try TemporaryDirectory()
    let corpus = SampleCorpus(count: 60, seed: 3)
    let summary = try corpus.write(to: folder.path("a"))
    try corpus.write(to: folder.path("b"))
    #expect(summary.files == 60)
    #expect(summary.copies > 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("a"))
    #expect(names.count > 60)
    for name in names where name.contains(".") {
      #expect(try folder.contents(of: "a/\(name)") == folder.contents(of: "b/\(name)"))
    }
  }
}
