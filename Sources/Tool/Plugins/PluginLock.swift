internal import Platform

/// The file `plugins.lock`: each plugin's repository and commit, and the hash of its files.
///
/// It has a JSON object per line, sorted by name, so that version control shows changes by line.
public struct PluginLock: Sendable {
  /// The locked plugins, in the order of the file.
  public private(set) var entries: [Entry] = []
  private let path: String

  private static let mostBytes = 1 << 20

  /// The entry of one plugin in `plugins.lock`.
  public struct Entry: Hashable, Sendable {
    /// The plugin's name.
    public let name: String
    /// The repository's address.
    public let url: String
    /// The repository's address for messages and lists; only a remark for one that has a password, as
    /// an earlier version kept them.
    public var shownURL: String { PluginAddress.hasSecret(url) ? "(with a password)" : url }
    /// The tag, branch or commit that the user asked for.
    public let ref: String
    /// The hash of the commit that was fetched.
    public let commit: String
    /// The SHA-256 of the plugin's files, see ``PluginTree/digest()``.
    public let digest: String

    fileprivate var members: [(key: String, value: String)] {
      [("name", name), ("url", url), ("ref", ref), ("commit", commit), ("digest", digest)]
    }
  }

  /// Reads the file, which has no entries if it is missing; throws for an invalid line, and for what
  /// is no file, as without its entries plugins would count as the user's own.
  public init(path: String) throws(PluginProblem) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT, FolderListing.kind(of: path) == nil { return }
    guard descriptor >= 0 else { throw Self.unread(path, errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Self.unread(path, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= Self.mostBytes else {
      throw PluginProblem("\"\(path)\" is no plain file of at most \(Self.mostBytes >> 20) MiB")
    }
    let lines = FileContents.bytes(of: descriptor).split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.enumerated() {
      guard let entry = Self.entry(Array(line)) else {
        throw PluginProblem(
          "\(path):\(number + 1): no line of plugins.lock; correct it, or remove it and add the plugin"
            + " again")
      }
      entries.append(entry)
    }
  }

  private static func unread(_ path: String, _ error: Int32) -> PluginProblem {
    PluginProblem("can't read \"\(path)\": \(String(cString: strerror(error)).lowercased())")
  }

  /// Returns the entry of a plugin; nil if it was not added from a repository.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  private static func entry(_ line: [UInt8]) -> Entry? {
    line.withUnsafeBytes { bytes in
      guard let object = try? JSONElement(checking: bytes, deepest: 4) else { return nil }
      func text(_ name: StaticString) -> String? { object[last: name]?.string }
      guard let name = text("name"), let url = text("url"), let ref = text("ref"),
        let commit = text("commit"), let digest = text("digest"), PluginFolders.isName(name)
      else { return nil }
      return Entry(name: name, url: url, ref: ref, commit: commit, digest: digest)
    }
  }

  mutating func set(_ entry: Entry) throws(PluginProblem) {
    entries.removeAll { $0.name == entry.name }
    entries.append(entry)
    try write()
  }

  mutating func remove(_ name: String) throws(PluginProblem) {
    entries.removeAll { $0.name == name }
    try write()
  }

  private func write() throws(PluginProblem) {
    var buffer = ByteBuffer()
    for entry in entries.sorted(by: { $0.name < $1.name }) {
      for (place, (key, value)) in entry.members.enumerated() {
        buffer.append(UInt8(ascii: place == 0 ? "{" : ","))
        buffer.append(string: key)
        buffer.append(UInt8(ascii: ":"))
        buffer.append(string: value)
      }
      buffer.append("}\n")
    }
    try FileContents.replace(FolderListing.target(of: path), with: Array(buffer.bytes))
  }
}
