internal import Pipeline
internal import Sessions

/// An option of `find`: a field, an option of `source` or `filter`, or a short name for either. All
/// are derived from the descriptions that check rules, so each new field and option is an option of
/// `find`, too, unless an option of every run has its name.
struct FindFlag {
  let name: String
  let summary: String
  let meaning: Meaning

  enum Meaning {
    case field(DescribedField)
    /// A test of a field, whose arguments follow the option.
    case test(word: String, of: DescribedField)
    case source(OptionDescription)
    case filter(OptionDescription)
  }

  /// The name of the value in the help; nil if the option has no value.
  var valueName: String? {
    switch meaning {
    case .field(let field): field.type == .flag ? nil : Self.valueName(of: field.type)
    case .test(let word, _):
      TestDescription.all.first { $0.name == word }.map { description in
        String(description.usage.drop { $0 != "(" }.dropFirst().dropLast()).filter { $0 != " " }
      }
    case .source(let option), .filter(let option): Self.valueName(of: option.type)
    }
  }

  /// True if `--no-…` negates the option: for false, or for an unknown value.
  var canBeDenied: Bool {
    switch meaning {
    case .field: true
    case .source(let option), .filter(let option): option.type == .flag
    case .test: false
    }
  }

  /// Returns true if both are names of one option: `--taken` and `--creation-date` are.
  func isSameOption(as other: FindFlag) -> Bool {
    switch (meaning, other.meaning) {
    case (.field(let field), .field(let other)): field.name == other.name
    case (.test, .test): name == other.name
    default: false
    }
  }

  private static func valueName(of type: FieldType) -> String {
    switch type {
    case .integer, .number: "number"
    case .date: "date"
    case .location: "place"
    case .object: "present"
    case .flag, .text, .texts, .value: "text"
    }
  }

  private static func valueName(of type: OptionType) -> String? {
    switch type {
    case .flag: nil
    case .integer, .number: "number"
    default: "text"
    }
  }

  private static let shortNames = [
    ("taken", "creationDate"), ("added", "addedDate"), ("sort", "sortedBy"),
  ]
  private static let tests = [
    ("within", "creationDate"), ("before", "creationDate"), ("after", "creationDate"),
    ("near", "location"), ("inside", "location"),
  ]

  /// Returns the options of a tool in the order of the help: of stages, short names, fields.
  static func all(in components: Components) -> [FindFlag] {
    func options(
      of stage: String, _ meaning: (OptionDescription) -> Meaning
    ) -> [FindFlag] {
      let description = components.stages.descriptions.first { $0.name == stage }
      return (description?.options ?? []).filter { isWritable($0.type) }.map { option in
        FindFlag(
          name: kebab(option.name), summary: option.summary, meaning: meaning(option))
      }
    }
    let known = DescribedField.all(adding: components.fieldTable.added)
    let fields = known.map { field in
      FindFlag(name: kebab(field.name), summary: field.summary, meaning: .field(field))
    }
    let plain = options(of: "source", Meaning.source) + options(of: "filter", Meaning.filter)
    let short = shortNames.compactMap { short, name in
      (plain + fields).first { $0.name == kebab(name) }.map { long in
        FindFlag(name: short, summary: "the same as --\(long.name)", meaning: long.meaning)
      }
    }
    let tested = tests.compactMap { word, name in
      known.first { $0.name == name }.map { field in
        let summary = TestDescription.all.first { $0.name == word }?.summary ?? ""
        return FindFlag(
          name: word, summary: "\(field.name): \(summary)", meaning: .test(word: word, of: field))
      }
    }
    return (plain + short + tested + fields).filter { !RunRequest.ownOptions.contains($0.name) }
  }

  /// Returns true if a value of that type can follow an option.
  private static func isWritable(_ type: OptionType) -> Bool {
    switch type {
    case .flag, .integer, .number, .text, .duration, .date, .texts, .choice: true
    default: false
    }
  }

  /// Returns a name as the command line spells it: `pixelWidth` is `pixel-width`.
  static func kebab(_ name: String) -> String {
    var text = ""
    var isBehindSmall = false
    for character in name {
      if character.isUppercase, isBehindSmall { text += "-" }
      isBehindSmall = !character.isUppercase
      text += character.lowercased()
    }
    return text
  }
}
