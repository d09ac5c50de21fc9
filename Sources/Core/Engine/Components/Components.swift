/// The parts that a tool is made of: stages, library kinds, notifiers and fields.
///
/// ```swift
/// let components = Components.builtin.adding(
///   stages: [AspectClassifier.self], libraries: [CSVLibrary.self], notifiers: [LogNotifier()])
/// ```
///
/// Added parts are treated like those that ship with shotflow.
public struct Components: Sendable {
  /// The stages, by name.
  public private(set) var stages: StageRegistry
  /// The kinds of library, in the order in which they are asked to recognise a path.
  public private(set) var libraries: [LibraryKind]
  /// The notifiers that `--notifier` can choose.
  public private(set) var notifiers: [any Notifier]
  /// The fields that rules know besides the standard ones and those that their stages add.
  public private(set) var fields: [AddedField]

  /// Creates components; no two stages, kinds of library or notifiers may have the same name.
  public init(
    stages: [any Stage.Type] = [], libraries: [any Library.Type] = [],
    kinds: [LibraryKind] = [], notifiers: [any Notifier] = [], fields: [AddedField] = []
  ) {
    self.init(
      StageRegistry(stages), libraries: kinds + libraries.map { LibraryKind(of: $0) },
      notifiers: notifiers, fields: fields)
  }

  private init(
    _ stages: StageRegistry, libraries: [LibraryKind], notifiers: [any Notifier],
    fields: [AddedField]
  ) {
    self.stages = stages
    self.libraries = libraries
    self.notifiers = notifiers
    self.fields = fields
    Self.expectDistinct(libraries.map(\.name), "kinds of library")
    Self.expectDistinct(notifiers.map { type(of: $0).description.name }, "notifiers")
  }

  private static func expectDistinct(_ names: [String], _ what: String) {
    for (index, name) in names.enumerated() {
      precondition(!names[..<index].contains(name), "two \(what) are called \"\(name)\"")
    }
  }

  /// Returns these components and more. Added library kinds are tried before the existing ones.
  public func adding(
    stages: [any Stage.Type] = [], libraries: [any Library.Type] = [],
    kinds: [LibraryKind] = [], notifiers: [any Notifier] = [], fields: [AddedField] = []
  ) -> Components {
    Components(
      StageRegistry(self.stages.definitions + stages.map { StageDefinition($0) }),
      libraries: kinds + libraries.map { LibraryKind(of: $0) } + self.libraries,
      notifiers: self.notifiers + notifiers, fields: self.fields + fields)
  }

  /// Returns these components with `kind` in place of the kind of library of the same name.
  package func replacing(_ kind: LibraryKind) -> Components {
    Components(
      stages, libraries: libraries.map { $0.name == kind.name ? kind : $0 },
      notifiers: notifiers, fields: fields)
  }

  /// Returns these components and the stages that a rule defines.
  package func adding(_ definitions: [StageDefinition]) -> Components {
    Components(
      StageRegistry(stages.definitions + definitions), libraries: libraries,
      notifiers: notifiers, fields: fields)
  }

  /// The fields that every rule of the tool knows: its own, then those of its kinds of library. Of
  /// the latter's, the first of a name counts.
  ///
  /// - Precondition: No two of the tool's own fields have the same name.
  public var fieldTable: FieldTable {
    var table = FieldTable()
    for field in fields {
      do throws(FieldProblem) {
        try table.addGiven(field)
      } catch {
        preconditionFailure(error.message)
      }
    }
    for field in libraries.flatMap(\.fields) where table.field(named: field.name) == nil {
      try? table.addGiven(field)
    }
    return table
  }

  /// The fields that rules of the tool may know besides the standard ones: those that every rule
  /// knows, then those that stages add according to their descriptions; each once.
  public var addedFields: [AddedField] {
    var found = fields
    found.add(fieldTable.added.filter { !$0.isMember })
    found.add(stages.descriptions.flatMap { $0.adds + $0.mayAdd })
    return found
  }

  /// Returns the notifier of that name; nil if none exists.
  public func notifier(named name: String) -> (any Notifier)? {
    notifiers.first { type(of: $0).description.name == name }
  }
}

extension Components: RunResource {}

extension RunContext {
  /// The components that rules and requests can use.
  package var components: Components { resources[Components.self] ?? Components() }

  /// Sets the components that the run uses.
  package mutating func use(_ components: Components) {
    resources[Components.self] = components
    resources[OpenedLibraries.self] = OpenedLibraries()
    libraryKinds = LibraryKinds(components.libraries)
    fields = components.fieldTable
  }
}
