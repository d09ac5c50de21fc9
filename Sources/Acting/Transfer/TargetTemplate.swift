internal import JSON
internal import Platform

/// Where files go: the path that a stage's `to` names, with values of an asset in braces.
///
/// A path that ends in a slash, or has no braces, is a folder in which files keep their names. What
/// comes from an asset never leads elsewhere: a value has no slash, no `..` and no control character.
struct TargetTemplate: Hashable, Sendable {
  /// Where the path begins.
  enum Anchor: Hashable, Sendable {
    /// At the folder that `--out` names, or at the root of the asset's library.
    case relative
    case home, root
  }

  /// As the rule writes it.
  let text: String
  let anchor: Anchor
  /// The folders in front of the first value.
  let base: [[UInt8]]
  private let folders: [[RecordTemplate.Part]]
  /// Nil for files that keep their names.
  private let name: [RecordTemplate.Part]?

  /// Reads an option.
  init?(_ option: String, of arguments: inout StageArguments) {
    guard let template = arguments.template(option), Self.isSound(template, option, &arguments)
    else { return nil }
    text = template.text
    anchor = text.hasPrefix("/") ? .root : text == "~" || text.hasPrefix("~/") ? .home : .relative
    var components = Self.components(of: template)
    if anchor == .home { components.removeFirst() }
    let isFolder = text.hasSuffix("/") || template.members.isEmpty
    name = isFolder ? nil : components.popLast()
    let plain = components.prefix { $0.allSatisfy(\.isPlain) }
    base = plain.map { $0.flatMap(\.plainBytes) }
    folders = Array(components.dropFirst(plain.count))
    guard !text.isEmpty, name != nil || !components.isEmpty || isFolder && anchor != .relative
    else {
      arguments.note("\(option) names no place; write a folder, such as \"sorted/\"", token: option)
      return nil
    }
  }

  /// Reads `to`, which the stage can't do without.
  static func needed(
    by arguments: inout StageArguments, _ description: StageDescription
  ) -> TargetTemplate? {
    let isSound = arguments.isSound
    let template = TargetTemplate("to", of: &arguments)
    if template == nil, isSound, arguments.isSound {
      arguments.note(
        "\(description.name) names the place where files go, such as \(description.example)",
        token: description.name)
    }
    return template
  }

  /// What the user permits where files go out of the folder that `--out` names.
  func need(for kind: Deed.Kind) -> (capability: Capability, deed: String) {
    let place = "\"\(text)\""
    let deed =
      switch kind {
      case .copy: "copy files to \(place)"
      case .move: "move files, out of the library or within it, to \(place)"
      case .hardLink, .symbolicLink: "link files from \(place)"
      }
    return (.write, deed)
  }

  /// The folder that all files go below, as an absolute path; nil for one that the user names.
  var fixedFolder: String? {
    let start: String
    switch anchor {
    case .relative: return nil
    case .root: start = ""
    case .home: start = getenv("HOME").map { String(cString: $0) } ?? ""
    }
    return start + base.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// The fields that it reads.
  var members: [String] {
    (folders.joined() + (name ?? [])).compactMap { $0.member?.name }
  }

  private static func isSound(
    _ template: RecordTemplate, _ option: String, _ arguments: inout StageArguments
  ) -> Bool {
    var isSound = true
    for component in components(of: template) where component.allSatisfy(\.isPlain) {
      let bytes = component.flatMap(\.plainBytes)
      if bytes == [UInt8](repeating: UInt8(ascii: "."), count: 2) {
        arguments.note(
          "\(option) leads out of its folder by \"..\"; name the folder", token: option)
        isSound = false
      } else if bytes != PathText.cleaned(bytes) {
        arguments.note("\(option) has control characters", token: option)
        isSound = false
      }
    }
    return isSound
  }

  /// The parts between slashes.
  private static func components(of template: RecordTemplate) -> [[RecordTemplate.Part]] {
    var components: [[RecordTemplate.Part]] = [[]]
    for part in template.parts {
      guard case .plain(let bytes) = part else {
        components[components.count - 1].append(part)
        continue
      }
      let pieces = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for (place, piece) in pieces.enumerated() {
        if place > 0 { components.append([]) }
        if !piece.isEmpty { components[components.count - 1].append(.plain(Array(piece))) }
      }
    }
    let dot: RecordTemplate.Part = .plain([UInt8(ascii: ".")])
    return components.filter { !$0.isEmpty && $0 != [dot] }
  }

  /// The place for an asset.
  ///
  /// - Parameters:
  ///   - record: the asset's.
  ///   - filename: what it is called where it keeps its name.
  /// - Returns: the folders behind ``base``, and the name, which still has its ending.
  /// - Throws: ``FileProblem`` for a value that the asset does not have.
  func target(
    of record: JSONElement, filename: [UInt8]
  ) throws(FileProblem) -> (folders: [[UInt8]], name: [UInt8]) {
    var made: [[UInt8]] = []
    for folder in folders {
      let text = PathText.component(try text(of: folder, record))
      made.append(OutputName(stem: text, endings: [[]]).bytes(1))
    }
    guard let name else { return (made, PathText.component(PathText.cleaned(filename))) }
    return (made, PathText.component(try text(of: name, record)))
  }

  private func text(
    of parts: [RecordTemplate.Part], _ record: JSONElement
  ) throws(FileProblem) -> [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .plain(let bytes): text += bytes
      case .member(let path, let pattern):
        guard let bytes = RecordTemplate.bytes(of: path, pattern, in: record), !bytes.isEmpty else {
          throw FileProblem("it has no \(path.name), which \"\(self.text)\" needs")
        }
        let cleaned = PathText.cleaned(bytes)
        // A file's own name may have two points in it, and no folder above the name is meant.
        text += path.name == Field.filename.name ? cleaned : PathText.withoutParents(cleaned)
      }
    }
    return text
  }
}

extension RecordTemplate.Part {
  fileprivate var isPlain: Bool { member == nil }

  fileprivate var plainBytes: [UInt8] {
    if case .plain(let bytes) = self { bytes } else { [] }
  }

  fileprivate var member: MemberPath? {
    if case .member(let path, _) = self { path } else { nil }
  }
}
