internal import LuaBridge
internal import Pipeline
internal import Shells

/// What may stand where a value is expected.
indirect enum CompletedValue {
  /// Anything; nothing is offered.
  case free
  case words([Candidate])
  /// Several, with commas between.
  case list(CompletedValue)
  case folders, files, libraries, rules, albums
  /// The members that records have.
  case members
  /// Fields to sort by, with a dash in front for the other direction.
  case sortKeys
  /// All of these.
  case any([CompletedValue])

  /// The value of an option that a command declares.
  ///
  /// - Parameter name: with its dashes.
  init(option name: String, valueName: String, in tool: Tool) {
    switch name {
    case "--library": self = .libraries
    case "--fields": self = .list(.members)
    case "--format": self = .words(of: OutputFormat.self)
    case "--color": self = .words(of: ColorChoice.self)
    case "--progress": self = .words(of: ProgressMode.self)
    case "--auth": self = .words(of: AuthorizationStatus.self)
    case "--allow":
      self = .list(.words(Capability.allCases.map { Candidate($0.rawValue, $0.summary) }))
    case "--notifier":
      self = .words(
        NotifierChoice.all(in: tool.components).map { Candidate($0.name, $0.summary) })
    default: self.init(valueName: valueName, in: tool)
    }
  }

  /// The value that help calls so.
  init(valueName: String, in tool: Tool) {
    switch valueName {
    case "folder": self = .folders
    case "file", "files", "options and files", "fields and files": self = .files
    case "library": self = .libraries
    case "rule": self = .rules
    case "library, rule or files": self = .any([.rules, .libraries, .files])
    case "stage":
      self = .words(tool.components.stages.descriptions.map { Candidate($0.name, $0.summary) })
    case "field", "word": self = .words(Self.fields(in: tool))
    default: self = .free
    }
  }

  /// The value of an option that a rule declares without choices.
  init(ruleOption flag: String) {
    switch flag {
    case "album", "albums": self = .albums
    case "library", "libraries": self = .libraries
    default: self = .free
    }
  }

  /// The value of an option of `find`.
  init(_ flag: FindFlag) {
    switch flag.meaning {
    case .field(let field):
      let known = ["present", "absent"].map { Candidate($0, "whether it is known") }
      switch field.type {
      case .date:
        self = .words(["today", "yesterday"].map { Candidate($0) } + known)
      default:
        self =
          field.knownTexts.map { .list(.words($0.map { Candidate($0) })) } ?? .words(known)
      }
    case .test: self = .free
    case .source(let option), .filter(let option):
      switch (option.name, option.type) {
      case ("album", _): self = .albums
      case ("albums", _): self = .list(.albums)
      case ("sortedBy", _): self = .list(.sortKeys)
      case (_, .choice(let names)): self = .words(names.map { Candidate($0) })
      default: self = .free
      }
    }
  }

  static func fields(in tool: Tool) -> [Candidate] {
    DescribedField.all(adding: tool.components.fieldTable.added)
      .map { Candidate($0.name, $0.summary) }
  }

  private static func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> CompletedValue {
    .words(Choice.allCases.map { Candidate($0.rawValue) })
  }
}
