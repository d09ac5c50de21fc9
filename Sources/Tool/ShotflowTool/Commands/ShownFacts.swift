internal import Platform
internal import Terminal

/// The facts about an asset in lines for people: its name, then a label and a value each.
struct ShownFacts {
  private var name = ""
  private var lines: [(label: String, value: String)] = []

  /// The members of a record from which the facts are made, unless all members are shown.
  static let members = [
    "filename", "path", "localDate", "creationDateSource", "mediaType", "mediaSubtypes",
    "uniformTypeIdentifier", "pixelWidth", "pixelHeight", "duration", "fileSize", "cameraMake",
    "cameraModel", "lensModel", "location", "placeName", "title", "description", "keywords",
    "persons",
    "rating", "colorLabel", "creator", "copyright", "software", "damage",
  ]

  /// Creates the facts from a record, a line of JSON. Throws ``JSONProblem`` for an invalid one.
  ///
  /// - Parameter showsAll: true for all members, under their names.
  init(record: [UInt8], showsAll: Bool) throws {
    try record.withUnsafeBytes { bytes in
      let record = try JSONElement(checking: bytes, deepest: 32)
      name = record[first: "filename"]?.string ?? ""
      if showsAll { return addAll(record, below: "") }
      add("path", record[first: "path"])
      add("date", Self.date(record))
      add("kind", Self.kind(record))
      add("size", Self.size(record))
      add("length", record[first: "duration"]?.number.flatMap(Self.length))
      add("camera", Self.camera(record))
      add("lens", record[first: "lensModel"])
      add("place", Self.place(record))
      add("title", record[first: "title"])
      add("caption", record[first: "description"])
      add("keywords", record[first: "keywords"])
      add("people", record[first: "persons"])
      add("rating", record[first: "rating"]?.whole.map { "\($0)" })
      add("label", record[first: "colorLabel"])
      add("creator", record[first: "creator"])
      add("copyright", record[first: "copyright"])
      add("software", record[first: "software"])
      add("damage", record[first: "damage"])
    }
  }

  /// Returns the name and the aligned lines, with control characters escaped.
  func text(_ style: Style) -> String {
    let width = lines.map(\.label.count).max() ?? 0
    let facts = lines.map { label, value in
      let space = String(repeating: " ", count: width - label.count + 2)
      return "  \(style.dim(label))\(space)\(TerminalText.escaped(value))\n"
    }
    return style.bold(TerminalText.escaped(name)) + "\n" + facts.joined()
  }

  private mutating func add(_ label: String, _ value: String?) {
    if let value, !value.isEmpty { lines.append((label, value)) }
  }

  private mutating func add(_ label: String, _ value: JSONElement?) {
    add(label, value.flatMap(Self.text))
  }

  /// Adds the members of a record or of an object in it: `exif.ISOSpeedRatings`.
  private mutating func addAll(_ record: JSONElement, below prefix: String) {
    for (name, value) in record.members {
      let label = prefix + (name.string ?? "")
      add(label, value)
      addAll(value, below: "\(label).")
    }
  }

  /// Returns a value as text; the elements of a list have commas between them.
  private static func text(_ element: JSONElement) -> String? {
    if let text = element.string { return text }
    if let number = element.whole { return "\(number)" }
    if let number = element.number { return "\(number)" }
    if let flag = element.flag { return flag ? "true" : "false" }
    return element.elements.compactMap(text).joined(separator: ", ")
  }

  /// Returns the local date, its zone, and `creationDateSource` after `, by`; nil without a date.
  private static func date(_ record: JSONElement) -> String? {
    guard let date = record[first: "localDate"]?.string, date.count >= 25 else { return nil }
    let source = record[first: "creationDateSource"]?.string.map { ", by \($0)" } ?? ""
    return "\(date.prefix(10)) \(date.dropFirst(11).prefix(8)) \(date.suffix(6))\(source)"
  }

  private static func kind(_ record: JSONElement) -> String? {
    guard let type = record[first: "mediaType"]?.string else { return nil }
    let kinds = record[first: "mediaSubtypes"].flatMap(text) ?? ""
    let format = record[first: "uniformTypeIdentifier"]?.string.map { ", \($0)" } ?? ""
    return type + (kinds.isEmpty ? "" : " (\(kinds))") + format
  }

  private static func size(_ record: JSONElement) -> String? {
    var parts: [String] = []
    if let width = record[first: "pixelWidth"]?.whole, width > 0,
      let height = record[first: "pixelHeight"]?.whole
    {
      parts.append("\(width) × \(height) pixels")
    }
    if let bytes = record[first: "fileSize"]?.number { parts.append("\(ByteCount(bytes))") }
    return parts.joined(separator: ", ")
  }

  /// Returns seconds as `5.2 s` or, from a minute on, `1:05 min`; nil for 0 or less.
  private static func length(_ seconds: Double) -> String? {
    guard seconds > 0, seconds < 1e9 else { return nil }
    let tenths = Int((seconds * 10).rounded())
    if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
    let rest = Int(seconds.rounded()) % 60
    return "\(Int(seconds.rounded()) / 60):\(rest < 10 ? "0" : "")\(rest) min"
  }

  private static func camera(_ record: JSONElement) -> String? {
    let make = record[first: "cameraMake"]?.string ?? ""
    let model = record[first: "cameraModel"]?.string ?? ""
    // Many models begin with the maker's name.
    return model.hasPrefix(make)
      ? model : [make, model].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns the degrees and the names of the place: `54.36, 18.64, Gdańsk`; empty without either.
  private static func place(_ record: JSONElement) -> String? {
    var parts: [String] = []
    if let location = record[first: "location"], let latitude = location[first: "latitude"]?.number,
      let longitude = location[first: "longitude"]?.number
    {
      parts.append("\(latitude), \(longitude)")
    }
    if let names = record[first: "placeName"].flatMap(text), !names.isEmpty { parts.append(names) }
    return parts.joined(separator: ", ")
  }
}
