internal import CSystem
internal import Platform

extension PartialFile {
  /// Writes bytes into the file, which is empty; throws ``FileProblem`` if the system can't.
  package func fill(with bytes: [UInt8]) throws(FileProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(bytes.count - rest.count))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileProblem(error: written < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(written)
    }
  }

  /// Copies a file into this one, which is empty.
  ///
  /// - Parameter advance: called with the bytes of each piece or hole; returns false to stop.
  /// - Throws: ``FileProblem`` if copying fails or is stopped, or if the file changes meanwhile.
  package func fill(
    from file: OpenFile, _ advance: (Int64) -> Bool
  ) throws(FileProblem) {
    let size = file.status.size
    var (offset, start, end) = (Int64(0), Int64(0), Int64(0))
    while csystem_next_data(file.descriptor, offset, size, &start, &end) {
      // Holes are not filled.
      if start > offset { lseek(descriptor, off_t(start), SEEK_SET) }
      guard advance(start - offset) else { throw FileProblem("interrupted") }
      offset = start
      while offset < end {
        let piece = Int(min(Self.pieceSize, end - offset))
        let count = csystem_copy(file.descriptor, descriptor, offset, piece)
        if count < 0 { throw FileProblem(error: Int32(truncatingIfNeeded: -count)) }
        guard count > 0 else { throw Self.changed }
        offset += Int64(count)
        guard advance(Int64(count)) else { throw FileProblem("interrupted") }
      }
    }
    if offset < size {
      guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileProblem(error: errno) }
      _ = advance(size - offset)
    }
    try Self.checkUnchanged(file)
    setModified(file.status.modified)
  }

  /// The size of a piece in bytes: large for few system calls, small to stop soon.
  private static let pieceSize: Int64 = 16 << 20

  private static let changed = FileProblem("the file changed while it was copied")

  /// Throws ``FileProblem`` if a file was written to since it was opened.
  package static func checkUnchanged(_ file: OpenFile) throws(FileProblem) {
    guard FileStatus(descriptor: file.descriptor)?.hasSameContent(as: file.status) == true else {
      throw changed
    }
  }

  /// Sets the modification time, in nanoseconds since 1970.
  package func setModified(_ nanoseconds: Int64) {
    let seconds = floorDivide(nanoseconds, 1_000_000_000)
    var modified = timespec()
    modified.tv_sec = Int(seconds.quotient)
    modified.tv_nsec = Int(seconds.remainder)
    _ = withUnsafePointer(to: (modified, modified)) { pair in
      pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
    }
  }
}
