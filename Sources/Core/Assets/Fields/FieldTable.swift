/// A field that a stage adds to assets.
///
/// ```swift
/// AddedField.number("aspect", "width divided by height")
/// ```
public struct AddedField: Hashable, Sendable {
  /// The name, as records and rules spell it: a letter, then letters, digits and underscores.
  public let name: String
  /// The type of its values.
  public let type: FieldType
  /// The description, shown by `shotflow fields`, in the documentation and by editors.
  public let summary: String
  /// The only texts that the field can have, nil if not listed; tests for others are errors.
  public let knownTexts: [String]?
  /// The members of an object, which rules can test, read and sort by too; empty for other types.
  public let members: [AddedField]

  public init(
    _ name: String, _ type: FieldType, _ summary: String, among knownTexts: [String]? = nil
  ) {
    self.init(name, type, summary, knownTexts, members: [])
  }

  private init(
    _ name: String, _ type: FieldType, _ summary: String, _ knownTexts: [String]?,
    members: [AddedField]
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.knownTexts = knownTexts
    self.members = members
  }

  /// Makes a field of true or false.
  public static func flag(_ name: String, _ summary: String) -> AddedField {
    AddedField(name, .flag, summary)
  }

  /// Makes a field of whole numbers.
  public static func integer(_ name: String, _ summary: String) -> AddedField {
    AddedField(name, .integer, summary)
  }

  /// Makes a field of numbers.
  public static func number(_ name: String, _ summary: String) -> AddedField {
    AddedField(name, .number, summary)
  }

  /// Makes a field of dates.
  public static func date(_ name: String, _ summary: String) -> AddedField {
    AddedField(name, .date, summary)
  }

  /// Makes a field of texts.
  ///
  /// - Parameter knownTexts: the only texts that the field can have; nil if any text is possible.
  public static func text(
    _ name: String, _ summary: String, among knownTexts: [String]? = nil
  ) -> AddedField {
    AddedField(name, .text, summary, among: knownTexts)
  }

  /// Makes a field of lists of texts.
  public static func texts(_ name: String, _ summary: String) -> AddedField {
    AddedField(name, .texts, summary)
  }

  /// Makes a field that is an object, whose members are fields of their own.
  package static func object(
    _ name: String, _ summary: String, members: [AddedField]
  ) -> AddedField {
    AddedField(name, .object, summary, nil, members: members)
  }

  /// The field and its members; the name of a member contains the object's: `prompt.outcome`.
  package var withMembers: [AddedField] {
    [self]
      + members.map {
        AddedField("\(name).\($0.name)", $0.type, $0.summary, among: $0.knownTexts)
      }
  }

  /// True if the field is a member of an object.
  package var isMember: Bool { name.contains(".") }

  /// The types of fields that a rule may declare; the rule names them by their raw values.
  package static let declarableTypes: [FieldType] = [
    .flag, .integer, .number, .date, .text, .texts,
  ]
}

extension [AddedField] {
  /// Adds the fields that the list does not contain yet, by name and type.
  package mutating func add(_ others: [AddedField]) {
    for field in others where !contains(where: { ($0.name, $0.type) == (field.name, field.type) }) {
      append(field)
    }
  }
}

/// The fields that a rule knows at one point: those of every rule, and of earlier stages.
public struct FieldTable: Hashable, Sendable {
  /// The added fields, in the order of ``Field/addedPlace``.
  public private(set) var added: [AddedField] = []
  /// Added fields that only sources set, so that a source can evaluate tests of them.
  package private(set) var given: FieldSet = []

  public init() {}

  public init(_ added: [AddedField]) {
    self.added = added
  }

  /// Reserved names: members of records that are not fields, among them the bytes of texts, and
  /// words with another meaning in rules, such as options of stages.
  private static let taken =
    [
      "v", "kind", "file", "data", "image", "prompt", "acts", "classifiedBy", "cover", "any",
      "none",
      "when", "either", "sortedBy", "limit", "offset", "empty", "remark",
      "hasItemConformingTo", "textBytes",
    ] + Field.withBytes.map(\.bytesName)

  /// The longest name of an added field in bytes; Lua interns only strings of at most this length.
  private static let longestName = 40

  /// The names of all fields.
  public var names: [String] { Field.allCases.map(\.name) + added.map(\.name) }

  /// Returns the members of an object that a stage added, in order; empty for any other field.
  package func members(of field: Field) -> [Field] {
    guard type(of: field) == .object, field.addedPlace != nil else { return [] }
    let prefix = name(of: field) + "."
    return added.indices.filter { added[$0].name.hasPrefix(prefix) }.map(Field.init(addedAt:))
  }

  /// Returns the last part of an object member's name, `outcome` of `prompt.outcome`; else nil.
  package func memberName(of field: Field) -> String? {
    guard let place = field.addedPlace, place < added.count, added[place].isMember else {
      return nil
    }
    return added[place].name.split(separator: ".").last.map(String.init)
  }

  /// Returns the only texts that a field can have; nil if they are not listed.
  package func knownTexts(of field: Field) -> [String]? {
    field.addedPlace.map { $0 < added.count ? added[$0].knownTexts : nil } ?? field.knownTexts
  }

  /// Returns the field of a name; nil if the rule has no field of that name.
  public func field(named name: String) -> Field? {
    if let known = Field(name: name) { return known }
    return added.firstIndex { $0.name == name }.map(Field.init(addedAt:))
  }

  /// Returns the name of a field, added ones included.
  public func name(of field: Field) -> String {
    field.addedPlace.map { $0 < added.count ? added[$0].name : field.name } ?? field.name
  }

  /// Returns the type of a field's values, added fields included.
  public func type(of field: Field) -> FieldType {
    field.addedPlace.map { $0 < added.count ? added[$0].type : field.type } ?? field.type
  }

  /// Returns true if an added field may have that name.
  public static func canAdd(_ name: String) -> Bool {
    isName(name) && Field(name: name)?.isSettable ?? true && !taken.contains(name)
  }

  /// Adds a field and returns it, or the known field of the same name and type.
  ///
  /// A stage that adds a field such as `rating`, which every rule has, sets that field.
  ///
  /// - Throws: ``FieldProblem`` for an invalid or reserved name, another type, or too many fields.
  public mutating func add(_ field: AddedField) throws(FieldProblem) -> Field {
    if let known = Field(name: field.name), known.isSettable {
      guard Self.accepts(known.type, valuesOf: field.type) else {
        throw FieldProblem(
          "every rule knows \"\(field.name)\" as \(known.type.phrase)", field.name)
      }
      return known
    }
    if let place = added.firstIndex(where: { $0.name == field.name }) {
      guard added[place].type == field.type else {
        throw FieldProblem(
          "an earlier stage adds \"\(field.name)\" as \(added[place].type.phrase)", field.name)
      }
      let field = Field(addedAt: place)
      for field in [field] + members(of: field) { given.remove(FieldSet(field)) }
      return field
    }
    if !field.members.isEmpty { return try addObject(field) }
    guard Self.isName(field.name) else {
      throw FieldProblem(
        "\"\(field.name)\" can't name a field; use a letter, then letters, digits and _,"
          + " at most \(Self.longestName) in all", field.name)
    }
    guard Self.canAdd(field.name) else {
      throw FieldProblem("\"\(field.name)\" is a name that every rule knows already", field.name)
    }
    let own = added.count { $0.type != .object && !$0.isMember }
    guard own < Field.mostAdded, added.count < Field.addedPlaces else {
      throw FieldProblem("a rule adds at most \(Field.mostAdded) fields", field.name)
    }
    added.append(field)
    return Field(addedAt: added.count - 1)
  }

  /// Returns true if a field of one type can hold most values of another.
  private static func accepts(_ type: FieldType, valuesOf other: FieldType) -> Bool {
    type == other || other == .value || type == .integer && other == .number
  }

  /// Adds an object that the engine defines, such as `prompt`, and its members; returns the object.
  private mutating func addObject(_ object: AddedField) throws(FieldProblem) -> Field {
    let all = object.withMembers
    guard added.count + all.count <= Field.addedPlaces else {
      throw FieldProblem("a rule adds at most \(Field.mostAdded) fields", object.name)
    }
    added += all
    return Field(addedAt: added.count - all.count)
  }

  /// Adds a field that only sources set, unless a stage adds it as well.
  ///
  /// - Throws: ``FieldProblem`` for the reasons of ``add(_:)``, such as an invalid name.
  package mutating func addGiven(_ field: AddedField) throws(FieldProblem) {
    let field = try add(field)
    if field.addedPlace == nil { return }
    for field in [field] + members(of: field) { given.formUnion(FieldSet(field)) }
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= longestName else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return isLetter(first)
      && name.utf8.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "_")
      }
  }
}

/// The reason why a field can't be added.
public struct FieldProblem: Error, Hashable, Sendable {
  /// The reason, worded for a message to the user.
  public let message: String
  /// The name of the field that can't be added.
  public let name: String

  package init(_ message: String, _ name: String) {
    self.message = message
    self.name = name
  }
}
