internal import Engine
internal import Platform

/// A line of a request's head, whose value may have secrets that the rule names and does not know.
///
/// `Bearer {env:TOKEN}` has the value of a variable, `{file:/home/ann/.token}` the first line of a file.
struct WebhookHeader: Hashable, Sendable {
  let name: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case plain(String)
    case variable(String)
    case file(String)
  }

  /// The head that shotflow itself writes.
  private static let own = [
    "host", "content-length", "content-type", "transfer-encoding", "connection", "expect",
    "idempotency-key",
  ]
  private static let longestSecret = 4096

  /// Why a header is none, for a sentence that begins with its name.
  struct Problem: Error {
    let reason: String
  }

  /// - Throws: ``Problem``.
  init(_ name: String, _ text: String) throws(Problem) {
    let isName =
      !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
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

  /// The variables and files that it reads, as the user is asked about them.
  var secrets: [String] {
    parts.compactMap { part in
      switch part {
      case .plain: nil
      case .variable(let name): "the variable \(name)"
      case .file(let path): "the file \(path)"
      }
    }
  }

  /// The line, with its secrets.
  ///
  /// - Throws: ``FileProblem``, which names no secret.
  func line() throws(FileProblem) -> String {
    var value = ""
    for part in parts {
      switch part {
      case .plain(let text): value += text
      case .variable(let variable):
        guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
          throw FileProblem("the variable \(variable) of the header \(name) is not set")
        }
        value += text
      case .file(let path): value += try Self.firstLine(of: path)
      }
    }
    guard Self.isValue(value) else {
      throw FileProblem("a secret of the header \(name) has characters that no header may have")
    }
    return "\(name): \(value)"
  }

  private static func firstLine(of path: String) throws(FileProblem) -> String {
    do throws(FileProblem) {
      let bytes = try FilePlace.path(OwnedBytes(Array(path.utf8))).open().bytes(
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
