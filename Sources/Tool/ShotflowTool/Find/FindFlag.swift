internal import LuaBridge
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
    /// A test of a field, whose arguments follow the option: `--within 7d`.
    case test(word: String, of: DescribedField)
    /// One value of a field, such as `--videos`, which takes no value on the command line.
    case value(String, of: DescribedField)
    /// A value of a field that is its own option, such as `--portrait`; it takes no value.
    case shape(String, of: DescribedField)
    /// The folder of `--in`, in which files have to be; the field is `path`.
    case folder(DescribedField)
    case source(OptionDescription)
    case filter(OptionDescription)
    /// An option of `filter` that names libraries, with whose files assets are compared.
    case libraries(OptionDescription)
  }

  /// The name of the value in the help; nil if the option has no value.
  var valueName: String? {
    switch meaning {
    case .field(let field): field.type == .flag ? nil : Self.valueName(of: field.type)
    case .test(let word, _):
      TestDescription.all.first { $0.name == word }.map { description in
        String(description.usage.drop { $0 != "(" }.dropFirst().dropLast()).filter { $0 != " " }
      }
    case .value, .shape: nil
    case .folder: "folder"
    case .libraries: "library"
    case .source(let option), .filter(let option): Self.valueName(of: option.type)
    }
  }

  /// The option on the command line.
  var input: CommandInput {
    var input = CommandInput(["--\(name)"], value: valueName, help: summary, values: suggestions)
    if let inRules = nameInRules, inRules != name { input.aliases = ["--\(inRules)"] }
    (input.takesDashes, input.mayHaveValue, input.refusesTruth) = (true, true, true)
    (input.isDeniable, input.isField) = (canBeDenied, true)
    return input
  }

  /// The name in rules of the field or of the stage's option; nil for a name of `find` alone.
  private var nameInRules: String? {
    switch meaning {
    case .field(let field): field.name
    case .source(let option), .filter(let option), .libraries(let option): option.name
    case .test, .value, .shape, .folder: nil
    }
  }

  private var suggestions: CommandInput.Values {
    switch meaning {
    case .test, .value, .shape: .none
    case .folder: .folders
    case .libraries: .libraries
    case .field(let field):
      field.knownTexts.map { .list(.words($0)) }
        ?? .choices { _ in
          (field.type == .date ? [("today", ""), ("yesterday", "")] : [])
            + ["present", "absent"].map { ($0, "whether it is known") }
        }
    case .source(let option), .filter(let option):
      switch (option.name, option.type) {
      case ("album", _): .albums
      case ("albums", _): .list(.albums)
      case ("sortedBy", _): .list(.orders)
      case (_, .choice(let names)): .words(names)
      default: .none
      }
    }
  }

  /// True if `--no-…` is an option, too: it means false or, for a field with values, unknown.
  var canBeDenied: Bool {
    switch meaning {
    case .field, .value, .shape: true
    case .source(let option), .filter(let option): option.type == .flag
    case .test, .folder, .libraries: false
    }
  }

  /// Returns true for the option's name on the command line, or in rules.
  func isCalled(_ name: String) -> Bool { self.name == name || nameInRules == name }

  /// Returns true if both are names of one option, such as `--taken` and `--creation-date`.
  func isSameOption(as other: FindFlag) -> Bool {
    switch (meaning, other.meaning) {
    case (.field(let field), .field(let other)): field.name == other.name
    case (.test, .test), (.folder, .folder): name == other.name
    case (.shape, .shape): true
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
  /// The options that mean one value of a field: option, field, value.
  private static let values = [
    ("photos", "mediaType", "image"), ("videos", "mediaType", "video"),
    ("screenshots", "mediaSubtypes", "photoScreenshot"),
    ("screen-recordings", "mediaSubtypes", "videoScreenRecording"),
    ("live-photos", "mediaSubtypes", "photoLive"),
    ("panoramas", "mediaSubtypes", "photoPanorama"),
    ("selfies", "isSelfie", "true"), ("favorites", "isFavorite", "true"),
    ("bursts", "representsBurst", "true"),
  ]
  /// The options for the shape of a picture, as values of `pixelHeight`.
  private static let shapes = [
    ("portrait", ">pixelWidth", "higher than wide"),
    ("landscape", "<pixelWidth", "wider than high"), ("square", "pixelWidth", "as wide as high"),
  ]
  private static let tests = [
    ("within", "creationDate"), ("before", "creationDate"), ("after", "creationDate"),
    ("month", "creationDate"), ("monthDay", "creationDate"), ("weekday", "creationDate"),
    ("hour", "creationDate"), ("time", "creationDate"),
    ("near", "location"), ("inside", "location"),
  ]

  /// Returns all options of `find` in the order of the help: of stages, short names, fields.
  static func all(in components: Components) -> [FindFlag] {
    func options(
      of stage: String, _ meaning: (OptionDescription) -> Meaning
    ) -> [FindFlag] {
      let description = components.stages.descriptions.first { $0.name == stage }
      return (description?.options ?? []).filter(isWritable).map { option in
        FindFlag(
          name: RuleOption.flag(of: option.name), summary: option.summary, meaning: meaning(option))
      }
    }
    let known = DescribedField.all(adding: components.fieldTable.added)
    let fields = known.map { field in
      FindFlag(
        name: RuleOption.flag(of: field.name), summary: field.fullSummary, meaning: .field(field))
    }
    let filters = options(of: "filter") { option in
      ElsewhereOption(rawValue: option.name) == nil ? .filter(option) : .libraries(option)
    }
    let plain = options(of: "source", Meaning.source) + filters
    let short = shortNames.compactMap { short, name in
      (plain + fields).first { $0.name == RuleOption.flag(of: name) }.map { long in
        FindFlag(name: short, summary: "the same as --\(long.name)", meaning: long.meaning)
      }
    }
    let valued = values.compactMap { word, name, value in
      known.first { $0.name == name }.map { field in
        let long =
          "the same as --\(RuleOption.flag(of: name))" + (value == "true" ? "" : " \(value)")
        return FindFlag(name: word, summary: long, meaning: .value(value, of: field))
      }
    }
    let tested = tests.compactMap { word, name in
      known.first { $0.name == name }.map { field in
        let summary = TestDescription.all.first { $0.name == word }?.summary ?? ""
        let more = word == "near" ? "; or a place that your settings name, such as home" : ""
        return FindFlag(
          name: RuleOption.flag(of: word), summary: "\(field.name): \(summary)\(more)",
          meaning: .test(word: word, of: field))
      }
    }
    let height = known.first { $0.name == Field.pixelHeight.name }
    let shaped = shapes.compactMap { word, value, summary in
      height.map { FindFlag(name: word, summary: summary, meaning: .shape(value, of: $0)) }
    }
    let folder = known.first { $0.name == Field.path.name }.map { field in
      FindFlag(
        name: "in", summary: "only what is in this folder or below it; ! in front leaves that out",
        meaning: .folder(field))
    }
    let words = plain + short + valued + shaped + tested + [folder].compactMap(\.self)
    return (words + fields).filter { !RunRequest.ownOptions.contains($0.name) }
  }

  /// Returns true if the option's value can be typed, and means something outside of a rule.
  private static func isWritable(_ option: OptionDescription) -> Bool {
    if option.name == FilterPlace.option { return false }
    return switch option.type {
    case .flag, .integer, .number, .text, .duration, .date, .texts, .choice: true
    default: false
    }
  }
}
