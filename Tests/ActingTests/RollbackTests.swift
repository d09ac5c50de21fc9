import Engine
import Foundation
import TestSupport
import Testing

@testable import Acting

/// Deeds that did not come to their end are taken back as far as they came.
@Suite struct RollbackTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("from")
    try folder.makeFolder("to")
  }

  private func part(_ name: String, _ kind: FileOperation.Kind, of text: String) throws
    -> FileOperation.Part
  {
    try folder.write(text, to: "sample")
    let file = try FileLocation(at: Array(folder.path("sample").utf8)).open()
    return FileOperation.Part(
      kind: kind, from: Array(folder.path("from/\(name)").utf8),
      to: Array(folder.path("to/\(name)").utf8),
      byteCount: file.status.size, modified: 0,
      digest: try ContentHasher.digest(.sha256, of: file, ItemProgress()))
  }

  private func backup(of move: FileOperation.Part) -> FileOperation.Part {
    FileOperation.Part(
      kind: .copy, from: move.from, to: Array(folder.path("backup/a").utf8),
      byteCount: move.byteCount, modified: 0, digest: move.digest)
  }

  private func run(
    _ parts: [FileOperation.Part], _ state: JournalEntry.State = .open, firstDone: Int = 0,
    until cancellation: Cancellation? = nil
  ) -> String? {
    var entry = JournalEntry(operation: FileOperation(number: 1, parts: parts, folders: []))
    entry.state = state
    do {
      try Rollback(entry, firstDone: firstDone, until: cancellation).run()
      return nil
    } catch {
      return error.reason
    }
  }

  /// Another program took the picture's name after the movie was moved.
  @Test func aNameThatWasTakenKeepsTheOthersFromNothing() throws {
    let parts = try [part("a.jpg", .move, of: "picture"), part("a.mov", .move, of: "movie")]
    try folder.write("picture", to: "from/a.jpg")
    try folder.write("movie", to: "to/a.mov")
    try folder.write("of another", to: "to/a.jpg")
    #expect(run(parts) == nil)
    #expect(try folder.text(of: "from/a.jpg") == "picture")
    #expect(try folder.text(of: "from/a.mov") == "movie")
    #expect(try folder.text(of: "to/a.jpg") == "of another")
  }

  @Test(arguments: FileOperation.Kind.allCases)
  func whatOfItIsThereGoes(kind: FileOperation.Kind) throws {
    let parts = [try part("a", kind, of: "picture")]
    try folder.write("picture", to: "from/a")
    let (from, to) = (folder.path("from/a"), folder.path("to/a"))
    switch kind {
    case .moveOnto: return
    case .copy, .write: try folder.write("picture", to: "to/a")
    // A file system that can't move without replacing gives a second name first.
    case .hardLink, .move, .trash: #expect(link(from, to) == 0)
    case .symbolicLink: #expect(symlink(from, to) == 0)
    }
    #expect(run(parts) == nil)
    var facts = stat()
    #expect(lstat(to, &facts) != 0)
    #expect(try folder.text(of: "from/a") == "picture")
  }

  /// A file that was not read to its end is neither the same as before, nor changed.
  @Test(arguments: FileOperation.Kind.allCases, [JournalEntry.State.done, .open, .undoing])
  func anInterruptedCheckChangesNothing(kind: FileOperation.Kind, state: JournalEntry.State)
    throws
  {
    let parts = [try part("a", kind, of: "picture")]
    if kind == .hardLink || kind == .copy { try folder.write("picture", to: "from/a") }
    try folder.write("picture", to: "to/a")
    #expect(run(parts, state, until: cancelled) != nil)
    #expect(try folder.text(of: "to/a") == "picture")
  }

  @Test(
    arguments: [FileOperation.Kind.move, .moveOnto, .trash],
    [JournalEntry.State.done, .open, .undoing])
  func whatWasInterruptedIsRevertedNext(kind: FileOperation.Kind, state: JournalEntry.State) throws
  {
    let parts = [try part("a", kind, of: "picture")]
    try folder.write("picture", to: "to/a")
    #expect(run(parts, state, until: cancelled) != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path("from/a")))
    #expect(run(parts, state) == nil)
    #expect(try folder.text(of: "from/a") == "picture")
  }

  private var cancelled: Cancellation {
    let cancellation = Cancellation()
    cancellation.cancel()
    return cancellation
  }

  /// A move on one file system keeps the file, so one with the same content is not what it made.
  @Test(arguments: [FileOperation.Kind.move, .trash])
  func anEqualFileOfAnotherStays(kind: FileOperation.Kind) throws {
    let parts = [try part("a", kind, of: "picture")]
    try folder.write("picture", to: "from/a")
    try folder.write("picture", to: "to/a")
    #expect(run(parts) == nil)
    #expect(run(parts, .undoing) == "another file is where it was")
    #expect(try folder.text(of: "from/a") == "picture")
    #expect(try folder.text(of: "to/a") == "picture")
  }

  /// The parts before the first that was carried out found their names taken, or were not reached.
  @Test(arguments: FileOperation.Kind.allCases)
  func anEqualFileUnderTheNameOfAPartThatWasNotReachedStays(kind: FileOperation.Kind) throws {
    let parts = try [part("a.jpg", kind, of: "picture"), part("a.mov", .move, of: "movie")]
    try folder.write("picture", to: "from/a.jpg")
    try folder.write("picture", to: "to/a.jpg")
    try folder.write("movie", to: "to/a.mov")
    #expect(run(parts, firstDone: 1) == nil)
    #expect(try folder.text(of: "to/a.jpg") == "picture")
    #expect(try folder.text(of: "from/a.mov") == "movie")
  }

  /// A run was killed before it moved a file, whose new name an equal file has got since.
  @Test(arguments: [FileOperation.Kind.move, .trash])
  func theRecoveryRemovesNoFileOfAnother(kind: FileOperation.Kind) throws {
    let journals = JournalFolder(path: folder.path("journals"))
    let part = try part("a", kind, of: "picture")
    try folder.write("picture", to: "from/a")
    try folder.write("picture", to: "to/a")
    do {
      let killed = try journals.begin(rule: "sort", at: Instant(milliseconds: 0))
      try killed.note([FileOperation(number: 1, parts: [part], folders: [])])
    }
    var told: [String] = []
    try JournalRecovery(journals).run { told.append($0) }
    #expect(told == [] && journals.openRuns.isEmpty)
    #expect(try folder.text(of: "from/a") == "picture")
    #expect(try folder.text(of: "to/a") == "picture")
  }

  /// The original of a second copy is where its move put it, until that is reverted.
  @Test func aMoveComesBackWithItsBackup() throws {
    let move = try part("a", .move, of: "picture")
    try folder.write("picture", to: "to/a")
    try folder.write("picture", to: "backup/a")
    #expect(run([move, backup(of: move)], .done) == nil)
    #expect(try folder.text(of: "from/a") == "picture")
    for name in ["to/a", "backup/a"] {
      #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
    }
  }

  @Test func aBackupIsKeptIfTheMovedFileChanged() throws {
    let move = try part("a", .move, of: "picture")
    try folder.write("another", to: "to/a")
    try folder.write("picture", to: "backup/a")
    #expect(run([move, backup(of: move)], .done) == "it changed since")
    #expect(try folder.text(of: "backup/a") == "picture")
  }

  @Test func aFileThatVanishedBeforeTheOperationLeavesNothing() throws {
    #expect(run([try part("a", .move, of: "picture")]) == nil)
    #expect(run([try part("a", .move, of: "picture")], .done) == "the file is gone")
  }

  @Test func aSidecarThatWasMovedOntoItsLikeComesBackAsACopy() throws {
    let parts = [try part("a.xmp", .moveOnto, of: "xmp")]
    try folder.write("xmp", to: "to/a.xmp")
    #expect(run(parts, .done) == nil)
    #expect(try folder.text(of: "from/a.xmp") == "xmp")
    #expect(try folder.text(of: "to/a.xmp") == "xmp")
    // Repeated after a kill, nothing more happens.
    #expect(run(parts, .undoing) == nil)
    #expect(run(parts) == nil)
    try folder.write("other", to: "from/a.xmp")
    #expect(run(parts, .done) == "another file is where it was")
  }

  @Test(arguments: [JournalEntry.State.done, .open, .undoing])
  func aWrittenFileBecomesWhatItWas(_ state: JournalEntry.State) throws {
    var written = try part("a.xmp", .write, of: "new")
    written.previous = Array("old".utf8)
    try folder.write("new", to: "to/a.xmp")
    #expect(run([written], state) == nil)
    #expect(try folder.text(of: "to/a.xmp") == "old")
    // A kill before the file was replaced, or after it was restored, leaves it.
    #expect(run([written]) == nil)
    #expect(run([written], .undoing) == nil)
    #expect(try folder.text(of: "to/a.xmp") == "old")
    try folder.write("edited", to: "to/a.xmp")
    #expect(run([written], .done) == "it changed since")
    #expect(try folder.text(of: "to/a.xmp") == "edited")
  }

  @Test func aFileThatTookTheNameOfAWrittenOneStays() throws {
    try folder.write("of another", to: "to/a.xmp")
    #expect(run([try part("a.xmp", .write, of: "new")]) == nil)
    #expect(try folder.text(of: "to/a.xmp") == "of another")
  }

  @Test func bothFilesOfACompleteOperationStay() throws {
    let parts = [try part("a", .move, of: "picture")]
    try folder.write("picture", to: "from/a")
    #expect(link(folder.path("from/a"), folder.path("to/a")) == 0)
    #expect(run(parts, .done) == "another file is where it was")
    #expect(run(parts, .undoing) == nil)
    #expect(FileManager.default.fileExists(atPath: folder.path("from/a")))
    #expect(!FileManager.default.fileExists(atPath: folder.path("to/a")))
  }
}
