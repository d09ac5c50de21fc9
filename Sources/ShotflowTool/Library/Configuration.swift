internal import Pipeline
internal import Platform

/// The settings of the configuration file.
///
/// One `key = value` a line; lines that begin with `#` are comments. A value may be in double
/// quotes.
///
/// ```text
/// # ~/.config/shotflow/config
/// library = ~/Pictures
/// ```
///
/// A file that other users could have written is refused. No setting permits a rule anything.
struct Configuration {
  /// Libraries for commands that name none, in order.
  private(set) var libraries: [String] = []

  private static let fileName = "config"
  private static let settings = ["library"]
  private static let largest = 1 << 16

  /// The settings of the file in a configuration folder; none where there is no file.
  ///
  /// - Parameters:
  ///   - home: what `~` means.
  ///   - kinds: know what words such as `shotwell:` mean.
  /// - Throws: ``UsageProblem`` with the line, or ``PermissionRefusal`` for a file that others could
  ///   have written.
  init(in folder: String, home: String?, kinds: LibraryKinds) throws {
    let path = "\(folder)/\(Self.fileName)"
    guard let file = try Self.open(path) else { return }
    let bytes: [UInt8]?
    do {
      bytes = try file.bytes(atMost: Self.largest)
    } catch {
      throw UsageProblem("\(path): \(error.reason)")
    }
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageProblem("\(path): is no text of at most \(Self.largest >> 10) KiB")
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (place, line) in lines.enumerated() {
      do throws(UsageProblem) {
        try read(Self.trimmed(line), home: home, kinds)
      } catch {
        throw UsageProblem("\(path):\(place + 1): \(error)")
      }
    }
  }

  private mutating func read(
    _ line: Substring, home: String?, _ kinds: LibraryKinds
  ) throws(UsageProblem) {
    if line.isEmpty || line.hasPrefix("#") { return }
    guard let equals = line.firstIndex(of: "=") else {
      throw UsageProblem("a setting is written as key = value, such as library = ~/Pictures")
    }
    let key = String(Self.trimmed(line[..<equals]))
    guard key == "library" else {
      let near = NearestName.of(key, among: Self.settings).map { "; did you mean \"\($0)\"?" }
      throw UsageProblem(
        "no setting is called \"\(key)\"" + (near ?? "; there is \"library\""))
    }
    let value = try Self.unquoted(Self.trimmed(line[line.index(after: equals)...]))
    libraries.append(try Self.library(value, home: home, kinds))
  }

  /// A library as commands take it.
  private static func library(
    _ value: String, home: String?, _ kinds: LibraryKinds
  ) throws(UsageProblem) -> String {
    if value == "~" || value.hasPrefix("~/") {
      guard let home, home.hasPrefix("/") else {
        throw UsageProblem("HOME is not set to an absolute path, which \"\(value)\" needs")
      }
      return home + value.dropFirst()
    }
    guard value.hasPrefix("/") || kinds.path(of: value) != value else {
      throw UsageProblem(
        "library takes a path that begins with / or ~/, such as ~/Pictures, not \"\(value)\"")
    }
    return value
  }

  private static func unquoted(_ value: Substring) throws(UsageProblem) -> String {
    guard value.hasPrefix("\"") else { return String(value) }
    var rest = value.dropFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" {
        guard rest.isEmpty else {
          throw UsageProblem("the closing quote ends the value; behind it is \"\(rest)\"")
        }
        return text
      }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { break }
      text.append(escaped)
    }
    throw UsageProblem("the closing quote is missing")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// The file, where it and its folder are the user's own; nil where there is none.
  ///
  /// Links are followed, as many keep such files elsewhere; what they lead to is held to the same.
  private static func open(_ path: String) throws -> OpenFile? {
    guard let resolved = realpath(path, nil) else {
      let problem = FileProblem(error: errno)
      if problem.code == ENOENT || problem.code == ENOTDIR { return nil }
      throw PermissionRefusal("can't read the configuration \"\(path)\": \(problem.reason)")
    }
    defer { free(resolved) }
    do throws(FileProblem) {
      let file = try OpenFile(directory: AT_FDCWD, name: resolved)
      try OwnFile.check(descriptor: file.descriptor, path)
      for name in [path, String(cString: resolved)] {
        try OwnFile.check(folder: String(name[..<(name.lastIndex(of: "/") ?? name.endIndex)]))
      }
      return file
    } catch {
      throw PermissionRefusal("the configuration \"\(path)\" is refused: \(error.reason)")
    }
  }
}
