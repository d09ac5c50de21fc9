internal import Platform

/// All bytes of a file or of standard input, in memory.
package struct WholeInput {
  private let bytes: [UInt8]

  private static let pieceSize = 1 << 20

  /// - Parameters:
  ///   - path: nil for standard input.
  ///   - limit: how many bytes there may be.
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

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try bytes.withUnsafeBytes(body)
  }
}
