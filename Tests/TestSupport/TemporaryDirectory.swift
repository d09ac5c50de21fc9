package import Foundation
package import Samples

/// A folder of its own for a test, gone with the value.
///
/// Mode 0700, below the system's temporary folder; its path has no symbolic link in it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/shotflow-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
      throw SystemError(operation: "mkdtemp", code: errno)
    }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  deinit {
    Self.makeRemovable(path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in here.
  package func path(_ relativePath: String) -> String {
    "\(path)/\(relativePath)"
  }

  /// Writes a file and the folders above it, and returns its path.
  @discardableResult
  package func write(
    _ bytes: some Sequence<UInt8>, to relativePath: String, modified: Date? = nil
  ) throws -> String {
    let target = path(relativePath)
    // Foundation's deletingLastPathComponent stops the program for a name of one letter.
    try makeFolder(relativePath.split(separator: "/").dropLast().joined(separator: "/"))
    try Self.write(Array(bytes), toFileAt: target)
    if let modified { try setModified(modified, of: relativePath) }
    return target
  }

  /// A program that another test starts meanwhile must not inherit the descriptor: a file that is open
  /// for writing can't be executed.
  private static func write(_ bytes: [UInt8], toFileAt path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(operation: "open \(path)", code: errno) }
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes)
  }

  @discardableResult
  package func write(
    _ file: any SampleFile, to relativePath: String, modified: Date? = nil
  ) throws -> String {
    try write(file.encoded(), to: relativePath, modified: modified)
  }

  @discardableResult
  package func write(
    _ text: String, to relativePath: String, modified: Date? = nil
  ) throws -> String {
    try write(text.utf8, to: relativePath, modified: modified)
  }

  @discardableResult
  package func makeFolder(_ relativePath: String) throws -> String {
    let target = path(relativePath)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    return target
  }

  package func setModified(_ date: Date, of relativePath: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: path(relativePath))
  }

  package func contents(of relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(relativePath))))
  }

  package func text(of relativePath: String) throws -> String {
    String(decoding: try contents(of: relativePath), as: UTF8.self)
  }

  /// Opens every folder below, from the top, so that its content can be listed and removed.
  private static func makeRemovable(_ folder: String) {
    chmod(folder, 0o700)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let child = "\(folder)/\(name)"
      var facts = stat()
      if lstat(child, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR { makeRemovable(child) }
    }
  }
}
