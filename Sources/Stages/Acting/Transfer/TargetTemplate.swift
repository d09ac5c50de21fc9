internal import Platform

/// The template for the path of files in a stage's option `to`, with an asset's values in braces. A
/// path that ends in a slash, or has no braces, is a folder in which files keep their names, unless
/// its last part has the file's name or number. Slashes of the template make folders, also those in
/// formats of dates. An asset's values can't lead out of it: their slashes, `..` and control
/// characters are replaced.
package struct TargetTemplate: Hashable, Sendable {
  package enum Anchor: Hashable, Sendable {
    /// A path from the folder of `--out`, or from the root of the asset's library.
    case relative
    case home, root
    /// The folder where the file is, in which it gets another name.
    case own
  }

  /// The text in the rule.
  package let text: String
  package let anchor: Anchor
  /// The names of the folders before the first one with fields in braces.
  package let base: [[UInt8]]
  private let folders: [[RecordTemplate.Part]]
  /// The template of the name; nil if files keep their names.
  private let name: [RecordTemplate.Part]?
  /// The fields that the template reads.
  package let members: [String]

  /// The option for a name in the folder where the file is.
  static let nameOption = "name"

  /// Reads the option; adds a problem to the arguments and returns nil if it is invalid.
  package init?(_ option: String, of arguments: inout StageArguments) {
    guard let written = arguments.text(option),
      let template = arguments.template(written, of: option, counting: true),
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
        token: option, excerpt: Excerpt(text, 0..<text.count))
      return nil
    }
    let namesFile = components.last?.contains(where: \.namesFile) ?? false
    let isFolder = anchor != .own && !namesFile && (text.hasSuffix("/") || !template.hasValues)
    name = isFolder ? nil : components.popLast()
    if components.joined().contains(where: \.isNumber)
      || name.map({ $0.count(where: \.isNumber) > 1 }) == true
    {
      arguments.note(
        "{n} stands once, in the last part of \(option)", token: option,
        excerpt: template.counterPlace.map { Excerpt(template.text, $0) })
      return nil
    }
    let plain = components.prefix { $0.allSatisfy(\.isPlain) }
    base = plain.map { $0.flatMap(\.plainBytes) }
    folders = Array(components.dropFirst(plain.count))
    guard !text.isEmpty, name != nil || !components.isEmpty || isFolder && anchor != .relative
    else {
      arguments.note("\(option) names no place; write a folder, such as \"sorted/\"", token: option)
      return nil
    }
    members = template.members.map(\.path.name)
  }

  /// Reads the option `to`, or `name` if there is one; without either adds a problem, returns nil.
  package static func needed(
    by arguments: inout StageArguments, _ description: StageDescription
  ) -> TargetTemplate? {
    let isSound = arguments.isSound
    var template = TargetTemplate("to", of: &arguments)
    if description.options.contains(where: { $0.name == nameOption }), arguments.isSound,
      let own = TargetTemplate(nameOption, of: &arguments)
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
  ///   - backup: the folder for second copies; nil for none.
  package func traits(
    _ action: String, changesLibrary: Bool = false, backup: String? = nil
  ) -> StageTraits {
    let need = CapabilityNeed(
      .write, "\(action) \"\(text)\"" + (backup.map { ", with a backup in \"\($0)\"" } ?? ""),
      at: [fixedFolder, backup].compactMap(\.self))
    let isGranted = anchor == .relative && !changesLibrary && backup == nil
    var behaviour = ActionBehaviour(needing: isGranted ? nil : need, writing: fixedFolder)
    behaviour.movesFiles = changesLibrary
    behaviour.isRepeatable = !changesLibrary
    return StageTraits(action: behaviour)
  }

  /// The absolute folder of all files; nil below `--out`, for names alone, or if the home folder is
  /// unknown.
  package var fixedFolder: String? {
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

  /// True if the template is the whole path of one folder.
  var isFixed: Bool { fixedFolder != nil && folders.isEmpty && name == nil }

  /// The folders of an asset's files below the folder that the user names, or that ``fixedFolder``
  /// is; `folders` are those behind ``base``.
  func folders(behind folders: [[UInt8]]) -> [[UInt8]] {
    anchor == .relative ? base + folders : folders
  }

  /// True if the template names the album that the asset goes to.
  var namesAlbum: Bool { (folders.joined() + (name ?? [])).contains(where: \.isAlbum) }

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
  ///   - isNew: true if the name is not that of the record, and counts instead.
  ///   - album: the album that `{album}` means, nil for none; as a whole folder it becomes a folder
  ///     for each title of its path, as `{folderPath}` becomes those of the library.
  /// - Throws: ``FileProblem`` for a value that the asset does not have.
  func target(
    of record: JSONElement, filename: [UInt8], isNew: Bool = false, in album: AlbumPath? = nil
  ) throws(FileProblem) -> (folders: [[UInt8]], name: TargetName) {
    var made: [[UInt8]] = []
    func add(_ names: some Sequence<[UInt8]>) {
      for name in names where !name.isEmpty {
        made.append(OutputName(stem: PathSanitizer.component(name), endings: [[]]).bytes(1))
      }
    }
    for folder in folders {
      let whole = folder.count == 1 ? folder[0].value : nil
      if let album, whole?.isFirst(.album([])) == true {
        add(album.titles.map { Self.cleaned(Array($0.utf8)) })
      } else if whole?.isFirst(Self.folderPath) == true,
        let titles = MemberPath(Field.folderPath.name).cell(of: record)?.texts
      {
        add(titles.map(Self.cleaned))
      } else if whole?.choices != [Self.folderPath] {
        add(try names(of: folder, record, isNew ? filename : nil, in: album))
      }
    }
    guard let name else {
      let own = PathSanitizer.component(PathSanitizer.cleaned(filename))
      return (made, TargetName(open: own, counter: nil))
    }
    let pieces = try names(of: name, record, isNew ? filename : nil, in: album)
    add(pieces.dropLast())
    guard let last = pieces.last, !last.isEmpty else {
      throw FileProblem("\"\(text)\" gives it no name")
    }
    let counter = name.firstNonNil(\.value?.counter)
    return (made, TargetName(open: PathSanitizer.component(last), counter: counter))
  }

  private static let folderPath = TemplateValue.Choice.member(
    MemberPath(Field.folderPath.name), [])

  private static func cleaned(_ value: [UInt8]) -> [UInt8] {
    PathSanitizer.withoutParents(PathSanitizer.cleaned(value))
  }

  /// Returns a component's text, divided at the slashes of the template; the last one may be empty.
  private func names(
    of parts: [RecordTemplate.Part], _ record: JSONElement, _ filename: [UInt8]?,
    in album: AlbumPath?
  ) throws(FileProblem) -> [[UInt8]] {
    var text: [UInt8] = []
    for part in parts {
      guard case .value(let value) = part else {
        text += PathSanitizer.cleaned(part.plainBytes)
        continue
      }
      guard let found = value.text(of: record, named: filename, album: album?.text) else {
        throw value.absence(in: self.text)
      }
      switch found.choice {
      case .number: text.append(TargetName.placeholder)
      case .text: text += PathSanitizer.cleaned(found.bytes, keepsSlashes: true)
      case .member(_, let functions) where functions.contains(where: \.isDate):
        text += PathSanitizer.cleaned(found.bytes, keepsSlashes: true)
      // A file's own name may have two dots, which don't mean the parent folder there.
      case .member(let path, _) where path.name == Field.filename.name:
        text += PathSanitizer.cleaned(found.bytes)
      case .member, .album, .folder: text += Self.cleaned(found.bytes)
      }
    }
    return text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map(Array.init)
  }
}

extension RecordTemplate.Part {
  fileprivate var isPlain: Bool { value == nil }

  fileprivate var plainBytes: [UInt8] {
    if case .plain(let bytes) = self { bytes } else { [] }
  }

  fileprivate var value: TemplateValue? {
    if case .value(let value) = self { value } else { nil }
  }

  fileprivate var isNumber: Bool { value?.counter != nil }

  fileprivate var isAlbum: Bool {
    value?.choices.contains { if case .album = $0 { true } else { false } } ?? false
  }

  /// True if the part gives each file a name of its own: its number, or its name without or with the
  /// extension.
  fileprivate var namesFile: Bool {
    value?.choices.contains { choice in
      switch choice {
      case .number: true
      case .member(let path, let functions):
        path.name == Field.filename.name && !functions.contains(.ending)
      case .text, .album, .folder: false
      }
    } ?? false
  }
}
