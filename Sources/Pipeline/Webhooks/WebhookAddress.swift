/// The address of a webhook's receiver: HTTPS, or HTTP on this computer.
struct WebhookAddress: Hashable, Sendable {
  let text: String
  /// The scheme, host and port, as the permission question shows them.
  let origin: String
  let isEncrypted: Bool

  private static let longest = 2048

  /// The reason why a text is no valid address, for a sentence that begins with the text.
  struct Problem: Error {
    let reason: String
  }

  init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.longest else {
      throw Problem(reason: "is longer than \(Self.longest) bytes")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"\\^`{|}<>".utf8.contains($0) })
    else {
      throw Problem(reason: "has characters that an address writes with %, such as %20 for a space")
    }
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
      throw Problem(reason: "does not begin with https://")
    }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw Problem(reason: "has a password; use headers = { Authorization = \"{env:NAME}\" }")
    }
    guard let host = Self.host(of: authority) else { throw Problem(reason: "names no host") }
    isEncrypted = scheme == "https://"
    guard isEncrypted || Self.isLoopback(host) else {
      throw Problem(reason: "is not encrypted; use https://, or http:// for this computer alone")
    }
    self.text = text.prefix { $0 != "#" }.description
    origin = scheme + authority.lowercased()
  }

  /// Returns the host without its port; nil if the authority is invalid.
  private static func host(of authority: Substring) -> String? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let port = authority[authority.index(after: end)...]
      return port.isEmpty || isPort(port) ? String(authority[...end]) : nil
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
    guard host.utf8.allSatisfy({ isNameByte($0) }) else { return nil }
    return parts.count == 1 || isPort(":" + parts[1]) ? host.lowercased() : nil
  }

  private static func isPort(_ text: some StringProtocol) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()).map { $0 > 0 } == true
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._".utf8.contains(byte)
  }

  private static func isLoopback(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "localhost" || host == "[::1]"
      || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}
