package import Pipeline
internal import Platform
internal import Terminal

/// A folder for one test, removed with its content when the object is released.
package final class ScratchFolder {
  /// The path of the folder.
  package let path: String

  /// Creates the folder in `TMPDIR` or `/tmp`. Throws ``FileProblem`` if that fails.
  package init() throws(FileProblem) {
    let parent = Environment["TMPDIR"] ?? "/tmp"
    var name = Array("\(parent)/shotflow-test.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw FileProblem(error: errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 { remove(inner) }
    }
    closedir(folder)
    rmdir(path)
  }

  /// Returns the descriptor of an unnamed file with the content, positioned at its beginning.
  package func file(_ content: UnsafeRawBufferPointer) throws(FileProblem) -> Int32 {
    let name = "\(path)/file"
    let descriptor = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem(error: errno) }
    unlink(name)
    try Self.write(content, to: descriptor)
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  /// Writes a text to a file, which is created or replaced.
  package static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileProblem(error: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { try write($0, to: descriptor) }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(FileProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Platform.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else { throw FileProblem(error: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the text of an open file, from its beginning.
  package static func text(of descriptor: Int32) throws(FileProblem) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      guard count >= 0 else { throw FileProblem(error: errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Returns the text of the file at a path.
  package static func text(at path: String) throws(FileProblem) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileProblem("\"\(path)\" can't be read: \(FileProblem(error: errno).reason)")
    }
    defer { close(descriptor) }
    return try text(of: descriptor)
  }
}
