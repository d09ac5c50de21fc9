internal import Platform

/// The text of a shard or of its result, read as a whole.
package enum ShardText {
  /// All that is left to read.
  ///
  /// - Throws: ``FileProblem``.
  package static func bytes(of descriptor: Int32) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw FileProblem(error: errno)
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
