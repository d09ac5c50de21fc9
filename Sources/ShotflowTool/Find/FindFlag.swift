internal import Console
internal import Pipeline
internal import Reference

/// An option of `find`: a field, an option of `source` or `filter`, or a short word for either.
///
/// All are made from the descriptions that rules are checked by, so that a field or an option that is
/// added is an option of `find` as well. Names that every run has as options are left out.
struct FindFlag {
  /// Without dashes: `media-type`.
  let name: String
  let summary: String
  let meaning: Meaning

  enum Meaning {
    case field(DescribedField)
    /// A test of a field, whose arguments stand behind the option.
    case test(word: String, of: DescribedField)
    case source(OptionDescription)
    case filter(OptionDescription)
  }

  /// How help names what stands behind the option; nil for one that stands alone.
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

  /// Whether `--no-…` in front means something: false, or not known.
  var canBeDenied: Bool {
    switch meaning {
    case .field: true
    case .source(let option), .filter(let option): option.type == .flag
    case .test: false
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

  /// Words that people would type, for fields and options of other names.
  private static let shortNames = [
    ("taken", "creationDate"), ("added", "addedDate"), ("sort", "sortedBy"),
  ]
  private static let tests = [
    ("within", "creationDate"), ("before", "creationDate"), ("after", "creationDate"),
    ("near", "location"), ("inside", "location"),
  ]

  /// All options of a tool, in the order of help: what comes from where, then short words, then fields.
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

  /// Whether a value of that type can be written behind an option.
  private static func isWritable(_ type: OptionType) -> Bool {
    switch type {
    case .flag, .integer, .number, .text, .duration, .date, .texts, .choice: true
    default: false
    }
  }

  /// A name of rules as the command line spells it: `pixelWidth` is `pixel-width`.
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
