import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct PartialFileTests {
  private let folder: TemporaryDirectory
  private let handle: DirectoryHandle

  init() throws {
    folder = try TemporaryDirectory()
    handle = try DirectoryHandle(directory: AT_FDCWD, name: folder.path)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func file(_ text: String) throws -> PartialFile {
    let file = try PartialFile(in: handle, mode: 0o600)
    #expect(pwrite(file.descriptor, text, text.utf8.count, 0) == text.utf8.count)
    return file
  }

  @Test func whatIsNotPlacedLeavesNothing() throws {
    do { _ = try file("a") }
    #expect(try names.isEmpty)
  }

  @Test func aNameThatIsTakenStays() throws {
    try folder.write("old", to: "a")
    let partial = try file("new")
    #expect(partial.place(as: "a") == EEXIST)
    #expect(partial.place(as: "b") == 0)
    #expect(try folder.text(of: "a") == "old")
    #expect(try folder.text(of: "b") == "new")
  }

  @Test func whatIsReplacedIsReplacedWhole() throws {
    try folder.write("old", to: "a")
    try file("new").replace("a")
    #expect(try folder.text(of: "a") == "new")
    #expect(try names == ["a"])
  }

  @Test func whoHoldsTheFirstFileCanNotChangeTheCopy() throws {
    let written = try file("what was said")
    let copy = try written.copy(8, mode: 0o600)
    #expect(pwrite(written.descriptor, "later", 5, 0) == 5)
    #expect(copy.place(as: "a") == 0)
    #expect(try folder.text(of: "a") == "what was")
    #expect(throws: FileProblem.self) { try written.copy(100, mode: 0o600) }
  }

  @Test func onlyWhatNobodyWritesIsRemoved() throws {
    try folder.write("left", to: ".shotflow-1.part")
    try folder.write("other", to: ".other.part")
    let held = open(try folder.write("held", to: ".shotflow-2.part"), O_RDWR)
    #expect(flock(held, LOCK_EX) == 0)
    PartialFile.removeAbandoned(in: handle)
    #expect(try names == [".other.part", ".shotflow-2.part"])
    close(held)
  }

  #if os(Linux)
    @Test func aSealedFileStaysAsItIs() throws {
      let file = try #require(NamelessFile())
      #expect(pwrite(file.descriptor, "a", 1, 0) == 1)
      let other = dup(file.descriptor)
      defer { close(other) }
      try file.seal()
      #expect(pwrite(other, "b", 1, 0) == -1)
      #expect(ftruncate(other, 0) == -1)
    }
  #endif
}
