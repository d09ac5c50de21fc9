internal import Engine
internal import Platform

/// A header of the request, with secrets that the rule names but can't read: `Bearer {env:TOKEN}`
/// that of an environment variable, `{file:/home/ann/.token}` a file's first line.
struct WebhookHeader: Hashable, Sendable {
  let name: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case plain(String)
    case variable(String)
    case file(String)
  }

  /// The names of headers that a rule can't set, as shotflow writes them.
  private static let own = [
    "host", "content-length", "content-type", "transfer-encoding", "connection", "expect",
    "idempotency-key",
  ]
  private static let longestSecret = 4096

  /// The reason why a header is invalid, for a sentence that begins with its name.
  struct Problem: Error {
    let reason: String
  }

  init(_ name: String, _ text: String) throws(Problem) {
    let isName =
      !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    guard isName else { throw Problem(reason: "is no name of a header") }
    guard !Self.own.contains(name.lowercased()) else {
      throw Problem(reason: "is a header that shotflow writes")
    }
    guard Self.isValue(text) else {
      throw Problem(reason: "has a value with line ends or other characters than those of ASCII")
    }
    self.name = name
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw Problem(reason: "has a \"{\" that is not closed")
      }
      if open > rest.startIndex { parts.append(.plain(String(rest[..<open]))) }
      let words = rest[rest.index(after: open)..<close]
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      switch (words.first, words.last.map(String.init)) {
      case ("env", let name?) where words.count == 2 && !name.isEmpty && !name.contains("="):
        parts.append(.variable(name))
      case ("file", let path?) where path.hasPrefix("/"): parts.append(.file(path))
      default:
        throw Problem(
          reason: "takes {env:NAME} for a variable and {file:/PATH} for the first line of a file")
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.plain(String(rest))) }
    self.parts = parts
  }

  /// The variables and files with the secrets, as the permission question shows them.
  var secrets: [String] {
    parts.compactMap { part in
      switch part {
      case .plain: nil
      case .variable(let name): "the variable \(name)"
      case .file(let path): "the file \(path)"
      }
    }
  }

  /// The folders of the files with secrets, whose paths may contain links.
  var folders: [String] {
    parts.compactMap { if case .file(let path) = $0 { Self.split(path).folder } else { nil } }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      return ("/", String(path.dropFirst()))
    }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Returns the header's line with its secrets; `place` returns the path to which a folder led
  /// when it was permitted. Throws ``FileProblem`` for a missing secret; its text contains none.
  func line(place: (String) -> [UInt8]?) throws(FileProblem) -> String {
    var value = ""
    for part in parts {
      switch part {
      case .plain(let text): value += text
      case .variable(let variable):
        guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
          throw FileProblem("the variable \(variable) of the header \(name) is not set")
        }
        value += text
      case .file(let path): value += try Self.firstLine(of: path, place)
      }
    }
    guard Self.isValue(value) else {
      throw FileProblem("a secret of the header \(name) has characters that no header may have")
    }
    return "\(name): \(value)"
  }

  private static func firstLine(
    of path: String, _ place: (String) -> [UInt8]?
  ) throws(FileProblem) -> String {
    do throws(FileProblem) {
      let (folder, name) = split(path)
      guard let place = place(folder) else { throw FileProblem("it was not permitted") }
      let handle = try OwnedBytes(place).withCString { (path) throws(FileProblem) in
        try DirectoryHandle(withoutLinks: path)
      }
      let bytes = try OpenFile(directory: handle.descriptor, name: name).bytes(
        atMost: longestSecret)
      guard let bytes else { throw FileProblem("is longer than \(longestSecret) bytes") }
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      guard !line.isEmpty else { throw FileProblem("its first line is empty") }
      return String(decoding: line, as: UTF8.self)
    } catch {
      throw FileProblem("can't read the secret \"\(path)\": \(error.reason)")
    }
  }

  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
