internal import Platform

/// The template for the path of files in a stage's option `to`, with an asset's values in braces. A
/// path that ends in a slash, or has no braces, is a folder in which files keep their names. An
/// asset's values can't lead out of it: slashes, `..` and control characters are replaced.
struct TargetTemplate: Hashable, Sendable {
  enum Anchor: Hashable, Sendable {
    /// A path from the folder of `--out`, or from the root of the asset's library.
    case relative
    case home, root
    /// The folder where the file is, in which it gets another name.
    case own
  }

  /// The text in the rule.
  let text: String
  let anchor: Anchor
  /// The names of the folders before the first one with fields in braces.
  let base: [[UInt8]]
  private let folders: [[RecordTemplate.Part]]
  /// The template of the name; nil if files keep their names.
  private let name: [RecordTemplate.Part]?

  /// The name of an album's path in a template, for a stage that acts for each album.
  static let album = "album"
  /// The option for a name in the folder where the file is.
  static let nameOption = "name"

  /// Reads the option; adds a problem to the arguments and returns nil if it is invalid.
  init?(
    _ option: String, of arguments: inout StageArguments, forEachAlbum isForEachAlbum: Bool
  ) {
    guard let written = arguments.text(option),
      let template = arguments.template(
        written, of: option, knowing: isForEachAlbum ? [Self.album] : []),
      Self.isSound(template, option, &arguments)
    else { return nil }
    text = template.text
    anchor =
      option == Self.nameOption
      ? .own : text.hasPrefix("/") ? .root : text == "~" || text.hasPrefix("~/") ? .home : .relative
    var components = Self.components(of: template)
    if anchor == .home { components.removeFirst() }
    if anchor == .own, components.count != 1 || text.contains("/") {
      arguments.note(
        "\(option) is a name without folders, such as \"{localDate:%F}\"; to names a place",
        token: option)
      return nil
    }
    let isFolder = anchor != .own && (text.hasSuffix("/") || template.members.isEmpty)
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

  /// Reads the option `to`, or `name` if there is one; without either adds a problem, returns nil.
  static func needed(
    by arguments: inout StageArguments, _ description: StageDescription,
    forEachAlbum isForEachAlbum: Bool = false
  ) -> TargetTemplate? {
    let isSound = arguments.isSound
    var template = TargetTemplate("to", of: &arguments, forEachAlbum: isForEachAlbum)
    if description.options.contains(where: { $0.name == nameOption }), arguments.isSound,
      let own = TargetTemplate(nameOption, of: &arguments, forEachAlbum: false)
    {
      if template != nil {
        arguments.note("to and name exclude each other; write one of them", token: nameOption)
      }
      template = own
    }
    if template == nil, isSound, arguments.isSound {
      arguments.note(
        "\(description.name) names the place where files go, such as \(description.example)",
        token: description.name)
    }
    return template
  }

  /// Returns the traits of the stage, which needs a permission to write outside of the folder of
  /// `--out`.
  ///
  /// - Parameters:
  ///   - action: the action of the stage, in words that the place follows.
  ///   - changesLibrary: true if it needs the permission for each place.
  func traits(_ action: String, changesLibrary: Bool = false) -> StageTraits {
    let need = CapabilityNeed(
      .write, "\(action) \"\(text)\"", at: [fixedFolder].compactMap(\.self))
    var behaviour = ActionBehaviour(
      needing: anchor == .relative && !changesLibrary ? nil : need, writing: fixedFolder)
    behaviour.movesFiles = changesLibrary
    behaviour.isRepeatable = !changesLibrary
    return StageTraits(action: behaviour)
  }

  /// The absolute folder of all files; nil below `--out`, for names alone, or if the home folder is
  /// unknown.
  var fixedFolder: String? {
    let start: String
    switch anchor {
    case .relative, .own: return nil
    case .root: start = ""
    case .home:
      guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
        return nil
      }
      start = home
    }
    let folder = start + base.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
    return folder.isEmpty ? "/" : folder
  }

  /// True if the template names the album that the asset goes to.
  var namesAlbum: Bool { members.contains(Self.album) }

  /// The fields that the template reads.
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
      } else if bytes != PathSanitizer.cleaned(bytes) {
        arguments.note("\(option) has control characters", token: option)
        isSound = false
      }
    }
    return isSound
  }

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

  /// Returns the folders after ``base`` and the file's name for an asset's record.
  ///
  /// - Parameters:
  ///   - filename: the file's present name.
  ///   - album: the album that the asset goes to, nil for none; a folder that is nothing but
  ///     `{album}` becomes a folder for each title of its path.
  /// - Throws: ``FileProblem`` for a value that the asset does not have.
  func target(
    of record: JSONElement, filename: [UInt8], in album: AlbumPath? = nil
  ) throws(FileProblem) -> (folders: [[UInt8]], name: [UInt8]) {
    var made: [[UInt8]] = []
    func add(_ text: [UInt8]) {
      made.append(OutputName(stem: PathSanitizer.component(text), endings: [[]]).bytes(1))
    }
    for folder in folders {
      if let album, folder.count == 1, folder[0].member?.name == Self.album {
        for title in album.titles { add(Self.cleaned(Array(title.utf8))) }
      } else {
        add(try text(of: folder, record, in: album))
      }
    }
    guard let name else { return (made, PathSanitizer.component(PathSanitizer.cleaned(filename))) }
    return (made, PathSanitizer.component(try text(of: name, record, in: album)))
  }

  private static func cleaned(_ value: [UInt8]) -> [UInt8] {
    PathSanitizer.withoutParents(PathSanitizer.cleaned(value))
  }

  private func text(
    of parts: [RecordTemplate.Part], _ record: JSONElement, in album: AlbumPath?
  ) throws(FileProblem) -> [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .plain(let bytes): text += bytes
      case .member(let path, _) where album != nil && path.name == Self.album:
        text += Self.cleaned(Array((album?.text ?? "").utf8))
      case .member(let path, let pattern):
        guard let bytes = RecordTemplate.bytes(of: path, pattern, in: record), !bytes.isEmpty else {
          throw FileProblem("it has no \(path.name), which \"\(self.text)\" needs")
        }
        // A file's own name may have two dots, which don't mean the parent folder there.
        text +=
          path.name == Field.filename.name ? PathSanitizer.cleaned(bytes) : Self.cleaned(bytes)
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

/// The replacement of characters in an asset's values that would change a path.
enum PathSanitizer {
  private static let underscore = UInt8(ascii: "_")
  private static let dot = UInt8(ascii: ".")

  /// Returns the text with `_` for each slash and each control character.
  static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    var cleaned = bytes.map { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") ? underscore : $0 }
    // U+0080 to U+009F are control characters, too.
    for place in cleaned.indices.dropLast()
    where cleaned[place] == 0xC2 && (0x80...0x9F).contains(cleaned[place + 1]) {
      (cleaned[place], cleaned[place + 1]) = (underscore, underscore)
    }
    return cleaned
  }

  /// Returns the text with `__` for each `..`.
  static func withoutParents(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for place in bytes.indices.dropLast() where bytes[place] == dot && bytes[place + 1] == dot {
      (bytes[place], bytes[place + 1]) = (underscore, underscore)
    }
    return bytes
  }

  /// Returns the text as one path component; `.` and `..` become underscores.
  static func component(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count <= 2 && bytes.allSatisfy { $0 == dot } ? bytes.map { _ in underscore } : bytes
  }
}
