internal import Platform

/// The address of a plugin: `https://…/x.git@v1`, or a path to a repository.
public struct PluginAddress: Hashable, Sendable {
  /// The address for git; an absolute path for a repository on this computer.
  public let url: String
  /// A tag, a branch or a commit.
  public let ref: String

  /// The protocols that git may use; any other, such as one that starts a program, is refused.
  private static let schemes = ["https://", "ssh://", "file://"]

  /// Parses an address; throws ``PluginProblem`` for any other text.
  public init(_ text: String) throws(PluginProblem) {
    if Self.hasSecret(text) { throw Self.secret }
    guard let sign = text.lastIndex(of: "@"),
      !text[sign...].contains("/") || text[..<sign].contains("/"), !Self.isHost(text[..<sign])
    else {
      throw PluginProblem(
        "name what is to be added: URL@REF, such as https://example.org/x.git@v1, or PATH@REF",
        .usage)
    }
    let url = String(text[..<sign])
    let ref = String(text[text.index(after: sign)...])
    guard Self.isRef(ref) else {
      throw PluginProblem("\"\(ref)\" names no tag, branch or commit; write URL@REF", .usage)
    }
    guard !url.hasPrefix("-"), !url.isEmpty,
      !url.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw PluginProblem("\"\(url)\" is no address", .usage) }
    self.ref = ref
    if Self.schemes.contains(where: { url.hasPrefix($0) }) {
      self.url = url
      return
    }
    if url.contains("::") || url.contains("://") {
      throw PluginProblem(
        "\"\(url)\" can't be fetched: an address begins with https://, ssh:// or file://, or is a path",
        .usage)
    }
    guard let path = RealPath(url) else {
      throw PluginProblem(
        "there is no repository at \"\(url)\"; an address begins with https://, ssh:// or file://",
        .usage)
    }
    self.url = path.text
  }

  init(_ entry: PluginLock.Entry, ref: String? = nil) throws(PluginProblem) {
    if Self.hasSecret(entry.url) {
      throw PluginProblem(
        "the address of \"\(entry.name)\" in plugins.lock has a password, which is not used any more;"
          + " remove the plugin, and add it from an address without one")
    }
    url = entry.url
    self.ref = ref ?? entry.ref
  }

  private static var secret: PluginProblem {
    PluginProblem(
      "the address names a user or a password, or has a query, which plugins.lock and lists of"
        + " processes would show; write ssh://HOST/PATH, where ssh-agent keeps the key, or the path"
        + " of a clone that git made with its own credentials", .usage)
  }

  /// Returns true if an address may have a password or token: in a query, or before the host,
  /// unless that is just a user's name for ssh.
  static func hasSecret(_ url: String) -> Bool {
    guard let scheme = url.firstRange(of: "://") else { return false }
    let rest = url[scheme.upperBound...].unicodeScalars
    if !url.hasPrefix("file://"), rest.contains(where: { $0 == "?" || $0 == "#" }) { return true }
    // Where the reference is missing, the sign before the host was taken for the one before it.
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let end = host.lastIndex(of: "@") ?? host.endIndex
    let user = host[..<end]
    if end == host.endIndex {
      // A port, or a user and a password without a host.
      guard host.first != "[", let colon = host.firstIndex(of: ":") else { return false }
      return !host[colon...].dropFirst().allSatisfy { ("0"..."9").contains($0) }
    }
    return user.contains(":") || !url.hasPrefix("ssh://")
  }

  /// Returns true for the text before an `@` that precedes the host, as in `ssh://git@host/x.git`,
  /// so that the address has no reference.
  private static func isHost(_ text: Substring) -> Bool {
    guard let scheme = text.firstRange(of: "://") else { return false }
    return !text[scheme.upperBound...].contains("/")
  }

  private static func isRef(_ ref: String) -> Bool {
    !ref.isEmpty && ref.utf8.count <= 200 && !ref.hasPrefix("-") && !ref.contains("..")
      && ref.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "-_./+".unicodeScalars.contains($0)
      }
  }
}
