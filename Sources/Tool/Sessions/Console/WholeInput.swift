package import Pipeline
internal import Platform

/// All bytes of a file or of standard input, in memory.
package struct WholeInput {
  private let bytes: [UInt8]

  private static let pieceSize = 1 << 20

  /// Reads the file at `path`, or standard input for nil. Throws ``InputProblem`` if it can't be
  /// read, or has more than `limit` bytes.
  package init(_ path: String?, limit: Int) throws(InputProblem) {
    var descriptor: Int32 = 0
    if let path {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw InputProblem(path, error: errno) }
    }
    defer { if path != nil { close(descriptor) } }
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = read(descriptor, piece.baseAddress, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw InputProblem(path, error: errno)
      }
      if count == 0 { break }
      bytes += UnsafeRawBufferPointer(rebasing: piece[..<count])
      if bytes.count > limit { throw InputProblem(path, error: EFBIG) }
    }
    self.bytes = bytes
  }

  /// Calls `body` with the bytes.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try bytes.withUnsafeBytes(body)
  }
}

/// A failure to read the input of a command.
package struct InputProblem: Error, CustomStringConvertible {
  private let path: String?
  private let reason: String

  /// Creates the problem from an errno; `path` is nil for standard input.
  package init(_ path: String?, error: Int32) {
    self.path = path
    reason = String(cString: strerror(error)).lowercased()
  }

  package var description: String {
    "can't read \(path.map { "\"\($0)\"" } ?? "standard input"): \(reason)"
  }
}

/// The creation of files that don't exist yet.
package enum NewFile {
  /// Writes a text to a new file. Throws ``OutputProblem`` if the file exists or can't be written.
  package static func write(_ text: String, to path: String) throws(OutputProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let reason =
        errno == EEXIST ? "a file of that name exists already" : String(cString: strerror(errno))
      throw OutputProblem.notWritable("can't write \"\(path)\": \(reason.lowercased())")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Platform.write(descriptor, bytes, bytes.count) == bytes.count else {
      let reason = String(cString: strerror(errno)).lowercased()
      unlink(path)
      throw OutputProblem.notWritable("can't write \"\(path)\": \(reason)")
    }
  }
}
