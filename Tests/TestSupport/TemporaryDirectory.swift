package import Foundation
package import Samples

/// A folder of its own for a test, gone with the value, or with the run that has a folder for all.
///
/// Mode 0700, below the system's temporary folder or the run's; its path has no symbolic link in it.
package final class TemporaryDirectory: Sendable {
  package let path: String
  private let goesAtOnce: Bool

  /// The variable with the folder that a run makes for all tests, and removes after them. Where it is
  /// set, folders stay until then: ext4 steps over each file that was removed lately whenever it makes
  /// one, which takes a sixth of the tests' time.
  private static let scratch = "SHOTFLOW_TEST_SCRATCH"

  /// Creates the folder; with `goesAtOnce` it is gone with the value in any case.
  package init(goesAtOnce: Bool = false) throws {
    let environment = ProcessInfo.processInfo.environment
    let scratch = goesAtOnce ? nil : environment[Self.scratch]
    self.goesAtOnce = scratch == nil
    let parent = scratch ?? environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/shotflow-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
      throw SystemError(operation: "mkdtemp", code: errno)
    }
    defer { free(resolved) }
    path = String(cString: resolved)
  }

  deinit {
    Self.makeRemovable(path, withoutLargeFiles: !goesAtOnce)
    if goesAtOnce { try? FileManager.default.removeItem(atPath: path) }
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

  /// Opens every folder below, from the top, so that its content can be listed and removed; removes
  /// large files at once, if asked to, so that a run needs little of the disk.
  private static func makeRemovable(_ folder: String, withoutLargeFiles: Bool) {
    chmod(folder, 0o700)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let child = "\(folder)/\(name)"
      var facts = stat()
      guard lstat(child, &facts) == 0 else { continue }
      if facts.st_mode & S_IFMT == S_IFDIR {
        makeRemovable(child, withoutLargeFiles: withoutLargeFiles)
      } else if withoutLargeFiles, facts.st_size > largest {
        unlink(child)
      }
    }
  }

  /// The size of the largest files that stay until the end of a run, in bytes.
  private static let largest = 100_000
}
