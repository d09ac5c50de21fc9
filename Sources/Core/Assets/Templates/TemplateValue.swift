package import Platform

/// A value in the braces of a ``RecordTemplate``: the first of its choices that the record has.
package struct TemplateValue: Hashable, Sendable {
  /// A text, or a value of a record.
  package enum Choice: Hashable, Sendable {
    /// A text of the template, such as `Unknown`.
    case text([UInt8])
    case member(MemberPath, [TemplateFunction])
    /// The first album.
    case album([TemplateFunction])
    /// The name of the folder that the file is in.
    case folder([TemplateFunction])
    case number(TemplateCounter)
  }

  /// The member that decides if the first choice is taken or one of the others; nil without one.
  let condition: MemberPath?
  package let choices: [Choice]
  /// The place of the braces in the template's text, in characters.
  let place: Range<Int>

  private static let albums = MemberPath(Field.albumPaths.name)
  private static let folders = MemberPath(Field.folderPath.name)
  private static let filename = MemberPath(Field.filename.name)
  private static let path = MemberPath(Field.path.name)
  private static let library = MemberPath(Field.library.name)

  var members: [TemplateMember] {
    var members: [TemplateMember] = []
    func add(_ path: MemberPath, _ functions: [TemplateFunction]) {
      let isDate = functions.contains(where: \.isDate)
      members.append(TemplateMember(path: path, isDate: isDate, place: place))
    }
    if let condition { add(condition, []) }
    for choice in choices {
      switch choice {
      case .text, .number: break
      case .member(let path, let functions): add(path, functions)
      case .album(let functions): add(Self.albums, functions)
      case .folder(let functions): add(Self.folders, functions)
      }
    }
    return members
  }

  /// The number of files; nil for any other value.
  package var counter: TemplateCounter? {
    choices.firstNonNil { if case .number(let counter) = $0 { counter } else { nil } }
  }

  /// Returns true if the value is this one wherever the record has it.
  package func isFirst(_ choice: Choice) -> Bool { condition == nil && choices.first == choice }

  var soleDate: (path: MemberPath, pattern: DatePattern)? {
    guard condition == nil, choices.count == 1, case .member(let path, let functions) = choices[0],
      functions.count == 1, case .date(let pattern) = functions[0]
    else { return nil }
    return (path, pattern)
  }

  /// Returns the text of the first choice that has one, and the choice; nil if none has.
  ///
  /// - Parameters:
  ///   - filename: the name that `{filename}` means; nil for the record's.
  ///   - album: the path of the album that `{album}` means; nil for the record's first one.
  package func text(
    of record: JSONElement, named filename: [UInt8]? = nil, album: String? = nil
  ) -> (bytes: [UInt8], choice: Choice)? {
    var open = choices[...]
    if let condition {
      open = Self.isTrue(condition, of: record) ? open.prefix(1) : open.dropFirst()
    }
    for choice in open {
      let bytes: [UInt8]?
      switch choice {
      case .text(let text): return (text, choice)
      case .number: return ([], choice)
      case .member(Self.filename, let functions) where filename != nil:
        bytes = filename.map { TemplateFunction.text(of: $0, functions) }
      case .member(let path, let functions):
        bytes = path.cell(of: record).map { TemplateFunction.text(of: $0, functions) }
      case .album(let functions):
        let text = album.map { Array($0.utf8) } ?? Self.albums.cell(of: record)?.texts.first
        bytes = text.map { TemplateFunction.text(of: $0, functions) }
      case .folder(let functions):
        bytes = Self.folder(of: record).map { TemplateFunction.text(of: $0, functions) }
      }
      if let bytes, !bytes.isEmpty { return (bytes, choice) }
    }
    return nil
  }

  /// The error for a record without the value, which the template `text` needs.
  package func absence(in text: String) -> FileProblem {
    let name =
      switch choices.first {
      case .member(let path, _)?: path.name
      case .album?: "album"
      case .folder?: "folder"
      case .text?, .number?, nil: "value"
      }
    return FileProblem(
      "it has no \(name), which \"\(text)\" needs; {\(name)|none} takes a text instead")
  }

  private static func isTrue(_ path: MemberPath, of record: JSONElement) -> Bool {
    guard let cell = path.cell(of: record) else { return false }
    return cell.value.flag ?? (cell.value.number.map { $0 != 0 } ?? !cell.bytes().isEmpty)
  }

  private static func folder(of record: JSONElement) -> [UInt8]? {
    if let name = folders.cell(of: record)?.texts.last { return name }
    // A file right below the root is in the library's own folder; a database may keep it anywhere.
    let slash = UInt8(ascii: "/")
    guard let names = path.cell(of: record)?.bytes().split(separator: slash).dropLast() else {
      return nil
    }
    let library = library.cell(of: record)?.bytes().split(separator: slash)
    guard library == nil || library == Array(names) else { return nil }
    return names.last.map(Array.init)
  }
}

/// The number of a file in a template, such as `{n:03}`: among the files whose names are otherwise
/// the same, or among all of a run.
package struct TemplateCounter: Hashable, Sendable {
  /// The least number of digits.
  package let width: Int
  package let isOfRun: Bool

  /// Returns the digits of a number.
  package func text(_ number: Int) -> String { "\(number)".padded(to: width) }
}

extension String {
  /// Returns the text with zeros in front.
  func padded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
