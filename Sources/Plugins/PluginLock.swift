internal import JSON
internal import Platform

/// `plugins.lock`: which commit of which repository each plugin is, and what its files were.
///
/// One JSON object a line, by name, so that a versioned configuration shows what changed.
public struct PluginLock: Sendable {
  public private(set) var entries: [Entry] = []
  private let path: String

  public struct Entry: Hashable, Sendable {
    public let name: String
    public let url: String
    /// The name that the user gave: a tag, a branch or a commit.
    public let ref: String
    public let commit: String
    public let digest: String

    fileprivate var members: [(key: String, value: String)] {
      [("name", name), ("url", url), ("ref", ref), ("commit", commit), ("digest", digest)]
    }
  }

  /// Reads the file; none is one without entries.
  ///
  /// - Throws: ``PluginProblem`` for a line of another form.
  public init(path: String) throws(PluginProblem) {
    self.path = path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0 else {
      throw PluginProblem(
        "can't read \"\(path)\": \(String(cString: strerror(errno)).lowercased())")
    }
    defer { close(descriptor) }
    let lines = Descriptor.bytes(of: descriptor).split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.enumerated() {
      guard let entry = Self.entry(Array(line)) else {
        throw PluginProblem(
          "\(path):\(number + 1): no line of plugins.lock; correct it, or remove it and add the plugin"
            + " again")
      }
      entries.append(entry)
    }
  }

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

  /// Writes the entry in place of an earlier one.
  ///
  /// - Throws: ``PluginProblem`` when it can't be written.
  mutating func set(_ entry: Entry) throws(PluginProblem) {
    entries.removeAll { $0.name == entry.name }
    entries.append(entry)
    try write()
  }

  /// - Throws: ``PluginProblem`` when it can't be written.
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
    try Descriptor.replace(path, with: Array(buffer.bytes))
  }
}
