internal import Platform

enum FileContents {
  static func bytes(of descriptor: Int32) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Writes a new file; never follows a link, and never overwrites a file.
  static func write(_ bytes: [UInt8], to path: String) throws(PluginProblem) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  static func replace(_ path: String, with bytes: [UInt8]) throws(PluginProblem) {
    let draft = "\(path).\(getpid())"
    unlink(draft)
    // Nothing has this name once it was renamed.
    defer { unlink(draft) }
    try write(bytes, to: draft)
    guard rename(draft, path) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> PluginProblem {
    PluginProblem(
      "can't write \"\(path)\": \(String(cString: strerror(errno)).lowercased())", .notWritable)
  }
}
