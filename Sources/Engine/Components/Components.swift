/// The parts that a tool is made of: stages, library kinds, notifiers and fields.
///
/// ```swift
/// let components = Components.builtin.adding(
///   stages: [AspectClassifier.self], libraries: [CSVLibrary.self], notifiers: [LogNotifier()])
/// ```
///
/// A value that is passed in; added parts and those that ship with shotflow are treated alike.
public struct Components: Sendable {
  /// By the words that rules call them.
  public private(set) var stages: StageRegistry
  /// In the order in which they are asked whether a place is theirs.
  public private(set) var libraries: [any Library.Type]
  public private(set) var notifiers: [any Notifier]
  /// Fields that rules know, beside the standard ones and those that their stages add.
  public private(set) var fields: [AddedField]

  /// No two parts of one kind may have one name.
  public init(
    stages: [any Stage.Type] = [], libraries: [any Library.Type] = [],
    notifiers: [any Notifier] = [], fields: [AddedField] = []
  ) {
    self.init(
      StageRegistry(stages), libraries: libraries, notifiers: notifiers, fields: fields)
  }

  private init(
    _ stages: StageRegistry, libraries: [any Library.Type], notifiers: [any Notifier],
    fields: [AddedField]
  ) {
    self.stages = stages
    self.libraries = libraries
    self.notifiers = notifiers
    self.fields = fields
    Self.expectDistinct(libraries.map { $0.kind.name }, "kinds of library")
    Self.expectDistinct(notifiers.map { type(of: $0).description.name }, "notifiers")
  }

  private static func expectDistinct(_ names: [String], _ what: String) {
    for (index, name) in names.enumerated() {
      precondition(!names[..<index].contains(name), "two \(what) are called \"\(name)\"")
    }
  }

  /// These and more; library kinds that are added are asked before those that are there.
  public func adding(
    stages: [any Stage.Type] = [], libraries: [any Library.Type] = [],
    notifiers: [any Notifier] = [], fields: [AddedField] = []
  ) -> Components {
    Components(
      StageRegistry(self.stages.definitions + stages.map { StageDefinition($0) }),
      libraries: libraries + self.libraries,
      notifiers: self.notifiers + notifiers, fields: self.fields + fields)
  }

  /// These and the stages that a rule brings along.
  package func adding(_ definitions: [StageDefinition]) -> Components {
    Components(
      StageRegistry(stages.definitions + definitions), libraries: libraries,
      notifiers: notifiers, fields: fields)
  }

  /// The fields that every rule of the tool knows.
  ///
  /// Two that are called the same are a mistake of the programmer's.
  public var fieldTable: FieldTable {
    var table = FieldTable()
    for field in fields {
      do throws(FieldProblem) {
        try table.addGiven(field)
      } catch {
        preconditionFailure(error.message)
      }
    }
    return table
  }

  /// The fields that rules of the tool may know beside the standard ones: those that every rule knows,
  /// then those that stages add according to their descriptions; each once.
  public var addedFields: [AddedField] {
    var found = fields
    found.add(stages.descriptions.flatMap { $0.adds + $0.mayAdd })
    return found
  }

  /// The notifier of that name.
  public func notifier(named name: String) -> (any Notifier)? {
    notifiers.first { type(of: $0).description.name == name }
  }
}

extension Components: RunResource {}

extension RunContext {
  /// What rules and requests can use.
  package var components: Components { resources[Components.self] ?? Components() }

  /// Lets the run use components.
  package mutating func use(_ components: Components) {
    resources[Components.self] = components
    resources[OpenedLibraries.self] = OpenedLibraries()
    libraryKinds = LibraryKinds(components.libraries)
    fields = components.fieldTable
  }
}
