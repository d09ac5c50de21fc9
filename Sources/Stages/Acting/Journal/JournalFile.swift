internal import CSystem
internal import Platform
internal import Synchronization

/// The journal of one run, open for writing; safe from any thread. It is locked (flock(2)) as long
/// as this object exists, so that no other process takes a running run for one that was killed.
package final class JournalFile: Sendable {
  let run: JournalRun
  private let descriptor: Int32
  private let isCut = Atomic(false)

  /// Writes to an open and locked file, which is closed with this object.
  init(_ run: JournalRun, descriptor: Int32) {
    self.run = run
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// True if a line could not be written, so that the end of an operation may be missing.
  var lacksLines: Bool { isCut.load(ordering: .acquiring) }

  package func content() throws(FileProblem) -> JournalContent {
    try JournalContent(of: run, in: OpenFile(copying: descriptor))
  }

  /// Records operations that are about to begin; returns once they survive a power failure.
  func note(_ operations: [FileOperation]) throws(FileProblem) {
    try append(operations.flatMap(JournalFormat.intent), syncs: true)
  }

  /// Records the progress of an operation; `syncs` returns once that survives a power failure.
  func note(
    _ word: JournalFact.Progress, of number: Int, modified: [Int64] = [], syncs: Bool = false
  ) throws(FileProblem) {
    try append(JournalFormat.fact(word, of: number, modified: modified), syncs: syncs)
  }

  /// Records that an empty folder is about to be removed.
  func note(removing folder: [UInt8]) throws(FileProblem) {
    try append(JournalFormat.removal(of: folder), syncs: true)
  }

  /// Appends a line. If a kill cut off the line before it, that remains as a line that is skipped.
  func append(_ line: [UInt8], syncs: Bool) throws(FileProblem) {
    var last: UInt8 = UInt8(ascii: "\n")
    let end = lseek(descriptor, 0, SEEK_END)
    if end > 0 { pread(descriptor, &last, 1, end - 1) }
    var rest = (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + line
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let problem = FileProblem(error: written < 0 ? errno : ENOSPC)
        isCut.store(true, ordering: .releasing)
        throw problem
      }
      rest.removeFirst(written)
    }
    if syncs { try PrivateFolder.sync(descriptor) }
  }
}
