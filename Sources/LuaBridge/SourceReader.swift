internal import Platform

/// A reader of the texts of rules and modules: UTF-8 of at most 1 MiB. A path has to name a regular
/// file; a descriptor may be of a pipe.
enum SourceReader {
  private static let limit = 1 << 20

  /// Reads the file at `path`; follows links.
  static func readFile(_ path: String) throws(SourceProblem) -> String {
    try read(checked(opened(path, O_NONBLOCK)))
  }

  /// Returns the open descriptor that a path such as `/dev/fd/63` names; nil for another path.
  static func descriptor(named path: String) -> Int32? {
    if path == "/dev/stdin" { return STDIN_FILENO }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// Reads a descriptor of any type to its end; does not close it.
  static func read(stream descriptor: Int32) throws(SourceProblem) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes {
        Platform.read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        bytes += piece[..<count]
        guard bytes.count <= limit else { throw .tooLarge }
      } else if count == 0 {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .system(String(cString: strerror(errno)).lowercased())
      }
    }
  }

  /// Reads `names` joined by slashes below `folder`. Each is opened in the folder before it, so no
  /// link and no rename can lead out of `folder`.
  static func readFile(_ names: [String], beneath folder: String) throws(SourceProblem) -> String {
    let start = folder.isEmpty ? "." : folder
    var descriptor = try checked(opened(start, O_DIRECTORY))
    for (place, name) in names.enumerated() {
      let kind = place == names.count - 1 ? O_NONBLOCK : O_DIRECTORY
      let next = opened(name, in: descriptor, O_NOFOLLOW | kind)
      let number = errno
      close(descriptor)
      descriptor = try checked(next, number)
    }
    return try read(descriptor)
  }

  /// Opens a file for reading; repeats the call after a signal. Returns -1 with `errno` on failure.
  private static func opened(
    _ name: String, in directory: Int32 = AT_FDCWD, _ flags: Int32
  ) -> Int32 {
    while true {
      let descriptor = openat(directory, name, O_RDONLY | O_CLOEXEC | flags)
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  private static func checked(_ descriptor: Int32, _ number: Int32 = errno) throws(SourceProblem)
    -> Int32
  {
    if descriptor >= 0 { return descriptor }
    switch number {
    case ENOENT, ENOTDIR: throw .missing
    case ELOOP: throw .symbolicLink
    default: throw .system(String(cString: strerror(number)))
    }
  }

  private static func read(_ descriptor: Int32) throws(SourceProblem) -> String {
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .folder }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw .tooLarge }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        Platform.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else { throw .system(String(cString: strerror(errno))) }
      if read == 0 { break }
      count += read
    }
    guard count <= limit else { throw .tooLarge }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else { throw .notUTF8 }
    return text
  }
}

enum SourceProblem: Error {
  case missing
  case folder
  case symbolicLink
  case notRegular
  case tooLarge
  case notUTF8
  case system(String)
  /// A file at the first path has the name of a shipped plugin, which is at the second path.
  case shadows(String, String)

  var message: String {
    switch self {
    case .missing: "no such file"
    case .folder: "is a folder, not a rule"
    case .symbolicLink: "is a symbolic link"
    case .notRegular: "is not a regular file"
    case .tooLarge: "is larger than 1 MiB"
    case .notUTF8: "is not UTF-8 text"
    case .shadows(_, let shipped): "has the name of \(shipped), which comes with the program"
    case .system(let reason): "can't be read: \(reason)"
    }
  }
}
