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
    guard let sign = text.lastIndex(of: "@"),
      !text[sign...].contains("/") || text[..<sign].contains("/")
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
    guard let path = realpath(url, nil) else {
      throw PluginProblem(
        "there is no repository at \"\(url)\"; an address begins with https://, ssh:// or file://",
        .usage)
    }
    defer { free(path) }
    self.url = String(cString: path)
  }

  init(_ entry: PluginLock.Entry, ref: String? = nil) {
    url = entry.url
    self.ref = ref ?? entry.ref
  }

  private static func isRef(_ ref: String) -> Bool {
    !ref.isEmpty && ref.utf8.count <= 200 && !ref.hasPrefix("-") && !ref.contains("..")
      && ref.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "-_./+".unicodeScalars.contains($0)
      }
  }
}
