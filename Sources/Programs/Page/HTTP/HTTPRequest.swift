/// A request of which only the syntax was checked, strictly: no header appears twice, lines end
/// with CR and LF, a path has no escapes. Forms that browsers never send are refused.
///
/// ```http
/// GET /feed/albums HTTP/1.1
/// Host: 127.0.0.1:40123
/// ```
package struct HTTPRequest: Hashable, Sendable {
  /// The methods that the server supports.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The method of the request.
  package let method: Method
  /// The path, which begins with a slash.
  package let path: String
  /// The part after the question mark, not decoded; empty if the address has no question mark.
  package let query: String
  /// The values of headers, by their names in lower case.
  package let headers: [String: String]
  /// The number of bytes after the head.
  package let bodyLength: Int
  package internal(set) var body: [UInt8] = []

  /// The longest head, in bytes, with the empty line that ends it.
  package static let longestHead = 16 << 10
  /// The longest body, in bytes, which allows for a picker with very many choices.
  package static let longestBody = 4 << 20

  /// Parses a head without the empty line at its end. Throws ``HTTPProblem`` if it is invalid, has
  /// another method or version, or announces a body that is too long.
  package init(head: some Collection<UInt8>) throws(HTTPProblem) {
    var lines = Self.lines(of: head)[...]
    let words = (lines.popFirst() ?? []).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3 else {
      throw HTTPProblem(.badRequest, "a request begins with a method, a path and a version")
    }
    guard words[2].elementsEqual("HTTP/1.1".utf8) else {
      throw HTTPProblem(.wrongVersion, "only HTTP/1.1 is spoken here")
    }
    guard let method = Method(rawValue: String(decoding: words[0], as: UTF8.self)) else {
      throw HTTPProblem(.wrongMethod, "only GET and POST are answered")
    }
    self.method = method
    (path, query) = try Self.target(words[1])
    headers = try Self.headers(lines)
    bodyLength = try Self.bodyLength(headers, method)
  }

  /// Returns the lines, separated by CR and LF; a lone LF stays in its line, where it is invalid.
  private static func lines(of head: some Collection<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in head {
      if byte == UInt8(ascii: "\n"), lines[lines.count - 1].last == UInt8(ascii: "\r") {
        lines[lines.count - 1].removeLast()
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    return lines
  }

  private static func target(
    _ word: some Collection<UInt8>
  ) throws(HTTPProblem) -> (path: String, query: String) {
    guard word.first == UInt8(ascii: "/"), word.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw HTTPProblem(.badRequest, "a path begins with a slash and holds visible characters")
    }
    let parts = word.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    return (
      String(decoding: parts[0], as: UTF8.self),
      parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    )
  }

  private static func headers(
    _ lines: ArraySlice<[UInt8]>
  ) throws(HTTPProblem) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
        line[..<colon].allSatisfy(isNameByte)
      else { throw HTTPProblem(.badRequest, "a header is a name, a colon and a value") }
      let value = line[(colon + 1)...].trimmed
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw HTTPProblem(.badRequest, "a header holds a control character")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard headers.updateValue(String(decoding: value, as: UTF8.self), forKey: name) == nil else {
        throw HTTPProblem(.badRequest, "a header comes twice")
      }
    }
    return headers
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func bodyLength(
    _ headers: [String: String], _ method: Method
  ) throws(HTTPProblem) -> Int {
    guard headers["transfer-encoding"] == nil else {
      throw HTTPProblem(.unknownCoding, "a body comes with its length")
    }
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.count <= 18,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text)
    else { throw HTTPProblem(.badRequest, "the length of the body is no number") }
    guard length <= longestBody else {
      throw HTTPProblem(.tooLarge, "a body has at most \(longestBody) bytes")
    }
    guard method == .post || length == 0 else {
      throw HTTPProblem(.badRequest, "GET has no body")
    }
    return length
  }
}

extension HTTPRequest {
  /// Returns a query parameter, not decoded: `60` for `to` in `from=0&to=60`; nil if it is missing.
  package func value(_ name: String) -> String? { parameters.value(name) }

  package var parameters: RequestParameters { RequestParameters(text: query) }

  /// Returns the value of a cookie; nil if the request has no cookie of this name.
  package func cookie(_ name: String) -> String? {
    for member in (headers["cookie"] ?? "").split(separator: ";") {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = drop(while: isSpace)
    return start.prefix(upTo: start.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start.startIndex)
  }
}
