internal import Platform

/// A value by which assets are counted: that of a field, or a text that is made of fields.
enum CountKey: Sendable {
  case field(Field, name: String, isList: Bool)
  /// A formatted date without other text, such as `{localDate:%Y-%m}`.
  case date(Field, DatePattern, name: String)
  /// The path of the folder that the file is in.
  case folder
  case template(RecordTemplate, FacetSet)

  /// The name in records of plans and in messages: as the rule writes it.
  var name: String {
    switch self {
    case .field(_, let name, _), .date(_, _, let name): name
    case .folder: CountWord.folder
    case .template(let template, _): template.text
    }
  }

  /// True if an asset may have several values, and counts for each.
  var isList: Bool { if case .field(_, _, let isList) = self { isList } else { false } }

  /// The facets that have to be read for the value.
  var facets: FacetSet {
    switch self {
    case .field(let field, _, _), .date(let field, _, _): FacetSet(field.facet)
    case .folder: [FacetSet(Field.path.facet), FacetSet(Field.folderPath.facet)]
    case .template(_, let facets): facets
    }
  }

  /// Reads a field's name, a word, or a text with fields in braces; adds a problem to the arguments
  /// and returns nil if it names no single value.
  init?(_ text: String, _ arguments: inout StageArguments) {
    // A field that a rule adds may have the name of a word.
    let isWord = arguments.fields.field(named: text) == nil
    if isWord, text == CountWord.folder {
      self = .folder
      return
    }
    let written = isWord ? CountWord.templates[text] ?? text : text
    guard written.contains("{") else {
      self.init(field: text, &arguments)
      return
    }
    guard let template = arguments.template(written, of: "by") else { return nil }
    let fields = template.members.compactMap { member in
      arguments.fields.field(named: member.path.name)
        ?? member.path.name.split(separator: ".").first
        .flatMap { arguments.fields.field(named: String($0)) }
    }
    if let date = template.soleDate, let field = arguments.fields.field(named: date.path.name),
      field == .localDate || arguments.fields.type(of: field) == .date
    {
      self = .date(field, date.pattern, name: text)
    } else {
      self = .template(template, FacetSet(fields.map { FacetSet($0.facet) }))
    }
  }

  private init?(field name: String, _ arguments: inout StageArguments) {
    guard let field = arguments.fields.field(named: name) else {
      // Letters of a date outside of braces are refused as in any other text.
      guard arguments.template(name, of: "by") != nil else { return nil }
      arguments.note(
        "by takes names of fields, and there is none called \"\(name)\"", token: name,
        suggestion: arguments.nearestMember(to: name))
      return nil
    }
    let type = arguments.fields.type(of: field)
    guard type != .location, type != .object else {
      arguments.note(
        "\"\(name)\" is no single value; write a part of it in braces, such as"
          + " \"{\(name).…}\"", token: name)
      return nil
    }
    self = .field(field, name: name, isList: type == .texts)
  }
}

/// The words, which are no fields, by which assets are counted.
package enum CountWord {
  /// The path of the file's own folder; the field `folderPath` has the names of all above it.
  static let folder = "folder"
  /// The words for dates.
  static let templates = [
    "year": "{localDate:%Y}", "month": "{localDate:%Y-%m}", "day": "{localDate:%Y-%m-%d}",
    "date": "{localDate:%Y-%m-%d}",
  ]

  /// Returns true for one of the words.
  package static func includes(_ word: String) -> Bool {
    word == folder || templates[word] != nil
  }
}

/// Reads the values of assets' keys into bytes; confined to one worker.
struct CountKeyReader {
  private let keys: [CountKey]
  /// The field among the keys whose value is a list of texts; nil if none is.
  private let list: Field?
  private let fields: FieldTable
  /// The formatted dates of each key, by days since 1970; only of formats without a time.
  private var days: [[Int64: [UInt8]]]

  /// The greatest number of days kept for each key.
  private static let dayLimit = 1 << 16

  init(_ keys: [CountKey], _ fields: FieldTable) {
    self.keys = keys
    list = keys.firstNonNil { key in
      if case .field(let field, _, true) = key { field } else { nil }
    }
    self.fields = fields
    days = Array(repeating: [:], count: keys.count)
  }

  /// Calls `body` with the bytes of an asset's key, once for each text if a field is a list.
  ///
  /// - Throws: ``AssetFailure`` or ``FileProblem`` if the asset can't be read.
  mutating func forEachKey(
    of asset: Asset, _ bytes: inout CountKeyBytes, _ body: (CountKeyBytes) -> Void
  ) throws {
    guard let list else {
      try append(asset, listed: .absent, to: &bytes)
      return body(bytes)
    }
    for text in Self.texts(asset.value(of: list)) {
      try append(asset, listed: text, to: &bytes)
      body(bytes)
    }
  }

  private mutating func append(
    _ asset: Asset, listed text: FieldValue, to bytes: inout CountKeyBytes
  ) throws {
    bytes.removeAll()
    for (place, key) in keys.enumerated() {
      switch key {
      case .field(let field, _, let isList):
        bytes.append(isList ? text : asset.value(of: field))
      case .date(let field, let pattern, _): append(field, of: asset, pattern, place, to: &bytes)
      case .folder: Self.append(folderOf: asset, to: &bytes)
      case .template(let template, _): try append(template, of: asset, to: &bytes)
      }
    }
  }

  /// Returns the texts of a list, each once; one absent value for none.
  private static func texts(_ value: FieldValue) -> [FieldValue] {
    var texts: [String]
    switch value {
    case .texts(let list): texts = list
    case .subtypes(let subtypes): texts = subtypes.names
    case .text(let text): texts = [text.string]
    case .string(let text): texts = [text]
    default: texts = []
    }
    if texts.count > 1 {
      var seen: Set<String> = []
      texts = texts.filter { seen.insert($0).inserted }
    }
    return texts.isEmpty ? [.absent] : texts.map(FieldValue.string)
  }

  private mutating func append(
    _ field: Field, of asset: Asset, _ pattern: DatePattern, _ place: Int,
    to bytes: inout CountKeyBytes
  ) {
    let value = asset.value(of: field == .localDate ? .creationDate : field)
    guard case .date(let moment) = value else { return bytes.append(.absent) }
    // As in a record, whose dates are in UTC but for this one.
    let clock =
      field == .localDate
      ? asset.clock(of: .creationDate, at: moment) : ClockOffset(seconds: 0)
    let day = floorDivide(
      moment.advanced(byMilliseconds: clock.seconds * 1000).milliseconds, 86_400_000
    ).quotient
    if let known = days[place][day] { return known.withUnsafeBytes { bytes.append(text: $0) } }
    let text = Array(pattern.text(of: moment, by: clock).utf8)
    if pattern.isDaily, days[place].count < Self.dayLimit { days[place][day] = text }
    text.withUnsafeBytes { bytes.append(text: $0) }
  }

  /// Appends the path of the folder of an asset's file; without a path, the folders that it has in
  /// its library.
  private static func append(folderOf asset: Asset, to bytes: inout CountKeyBytes) {
    func append(_ path: UnsafeRawBufferPointer) {
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return bytes.append(.absent) }
      bytes.append(text: UnsafeRawBufferPointer(rebasing: path[..<max(slash, 1)]))
    }
    switch asset.value(of: .path) {
    case .text(let path): append(path.bytes)
    case .string(var path): path.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    default:
      guard case .texts(let names) = asset.value(of: .folderPath), !names.isEmpty else {
        return bytes.append(.absent)
      }
      bytes.append(.string(names.joined(separator: "/")))
    }
  }

  /// Appends the text of a template; it is absent if the asset has none of its fields.
  private func append(
    _ template: RecordTemplate, of asset: Asset, to bytes: inout CountKeyBytes
  ) throws {
    let text = try asset.withRecord(
      reading: template.members.map(\.path.name), fields, template.bytes(of:))
    guard let text else { return bytes.append(.absent) }
    text.withUnsafeBytes { bytes.append(text: $0) }
  }
}
