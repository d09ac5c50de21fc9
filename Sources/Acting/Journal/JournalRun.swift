internal import CSystem
internal import Platform

/// The journal of one run, open for what else becomes of its deeds.
///
/// It is locked (flock(2)) as long as this object is held, so that nobody takes a run for one that was
/// killed which still goes on. Safe from any thread.
package final class JournalRun: Sendable {
  /// The number by which the user knows the run.
  package let number: Int
  private let descriptor: Int32

  /// - Parameter descriptor: of the open and locked file; closed with this object.
  init(_ number: Int, descriptor: Int32) {
    self.number = number
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  package func content() throws(FileProblem) -> JournalContent {
    let file = try OpenFile(copying: descriptor)
    return JournalContent(try file.bytes(from: 0, count: Int(file.status.size)))
  }

  /// Notes what is about to be done, and returns once that outlasts a power cut.
  func note(_ deed: Deed) throws(FileProblem) {
    try append(JournalText.intent(deed), syncs: true)
  }

  /// - Parameter syncs: whether it outlasts a power cut once this returns.
  func note(
    _ word: JournalFact.Word, of number: Int, modified: [Int64] = [], syncs: Bool = false
  ) throws(FileProblem) {
    try append(JournalText.fact(word, of: number, modified: modified), syncs: syncs)
  }

  /// Adds a line; what a kill cut short before it becomes a line of its own, which says nothing.
  func append(_ line: [UInt8], syncs: Bool) throws(FileProblem) {
    var last: UInt8 = UInt8(ascii: "\n")
    let end = lseek(descriptor, 0, SEEK_END)
    if end > 0 { pread(descriptor, &last, 1, end - 1) }
    var rest = (last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]) + line
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileProblem(error: written < 0 ? errno : ENOSPC) }
      rest.removeFirst(written)
    }
    if syncs { try PrivateFolder.sync(descriptor) }
  }
}
