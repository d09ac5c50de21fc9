/// The properties of a step that the planner and the run use, which never decide by a step's name.
public struct StepTraits: Sendable {
  /// The effect of the step on a fetch.
  public var fetch: FetchBehaviour
  /// The program that gets the records so far and divides the run; nil for all other steps.
  public var program: ProgramCall?
  /// True if the step starts a program, which decides about the assets.
  package var startsProgram = false
  /// The changes that the step makes outside of the run.
  package var action = StepAction()
  /// The way in which the step compares assets with each other.
  package var comparison: AssetComparison
  /// True if the step may have something to do even if no asset comes.
  package var hasBacklog: Bool
  /// The question that the step asks the user; nil for all other steps.
  package var question: StepQuestion?
  /// The names of the keys by which it counts assets, if counting is all that it does; nil for all
  /// other steps.
  package var countedKeys: [String]?

  public init(fetch: FetchBehaviour = FetchBehaviour(), program: ProgramCall? = nil) {
    self.init(fetch: fetch, program: program, comparison: AssetComparison())
  }

  package init(
    fetch: FetchBehaviour = FetchBehaviour(), program: ProgramCall? = nil,
    startsProgram: Bool = false, comparison: AssetComparison = AssetComparison(),
    hasBacklog: Bool = false, question: StepQuestion? = nil
  ) {
    self.fetch = fetch
    self.program = program
    self.startsProgram = startsProgram
    self.comparison = comparison
    self.hasBacklog = hasBacklog
    self.question = question
  }

  /// The traits of a step that only sorts.
  public static func sorting(_ order: [SortKey]) -> StepTraits {
    StepTraits(
      fetch: FetchBehaviour(
        order: order, decidingFields: order.reduce(into: []) { $0.formUnion(FieldSet($1.field)) }))
  }

  /// The traits of a step that only limits the number of assets.
  public static func limiting(_ slice: Slice) -> StepTraits {
    StepTraits(fetch: FetchBehaviour(slice: slice, decidingFields: []))
  }

  /// The traits of a step that only tests assets.
  package static func testing(_ tests: AssetPredicate) -> StepTraits {
    StepTraits(fetch: FetchBehaviour(tests: tests, decidingFields: tests.fields))
  }

  /// The traits of a step whose result for an asset depends on these fields.
  public static func deciding(by fields: FieldSet) -> StepTraits {
    StepTraits(fetch: FetchBehaviour(decidingFields: fields))
  }

  /// The traits of a step that compares assets for a common property, such as their content.
  ///
  /// - Parameters:
  ///   - contents: True if it looks for assets with the same bytes.
  ///   - dropReason: The reason why it drops an asset; nil if it drops none.
  package static func comparing(
    contents: Bool = false, dropping dropReason: String? = nil
  ) -> StepTraits {
    StepTraits(
      comparison: AssetComparison(assets: true, contents: contents, dropReason: dropReason))
  }

  /// A range of the assets by their positions.
  public struct Slice: Hashable, Sendable {
    /// The number of assets that are skipped.
    public let offset: Int
    /// The maximal number of assets; nil for all that remain.
    public let limit: Int?

    /// True if it contains all assets.
    package var isWhole: Bool { offset == 0 && limit == nil }

    public init(offset: Int, limit: Int?) {
      self.offset = offset
      self.limit = limit
    }
  }
}

/// The effect of a step on a fetch; none if it processes only some of the assets.
public struct FetchBehaviour: Sendable {
  /// The order of the assets, if the step only sorts; else empty.
  public var order: [SortKey]
  /// The range of the assets that pass, if the step only limits their number; else nil.
  public var slice: StepTraits.Slice?
  /// The tests that an asset has to pass, if the step only tests assets; else nil.
  package var tests: AssetPredicate?
  /// The fields that decide if an asset passes; nil if anything else decides as well.
  public var decidingFields: FieldSet?
  /// True if the step takes the fetch's assets and returns the changes.
  public var observes: Bool

  public init(
    order: [SortKey] = [], slice: StepTraits.Slice? = nil, decidingFields: FieldSet? = nil,
    observes: Bool = false
  ) {
    self.order = order
    self.slice = slice
    self.decidingFields = decidingFields
    self.observes = observes
  }

  fileprivate init(tests: AssetPredicate, decidingFields: FieldSet) {
    self.init(decidingFields: decidingFields)
    self.tests = tests
  }
}

/// The changes that a step makes outside of the run.
package struct StepAction: Sendable {
  /// The condition under which the step changes something outside of the run.
  package var condition = ActingCondition.never
  /// The assets that it may act on; others skip it. Nil for all assets.
  package var consent: Consent?
  /// The tests in the `when` of a program, which records of other assets bypass; nil for none.
  package var tests: AssetPredicate?
}

/// The way in which a step compares assets with each other.
package struct AssetComparison: Sendable {
  /// True if it compares assets for a common property, such as their content.
  package var assets = false
  /// True if it looks for assets with the same bytes.
  package var contents = false
  /// The reason why it drops an asset, for a step that decides by other assets; nil for all others.
  package var dropReason: String?
  /// Returns the reason why an asset passed that names another asset; nil for a step without one.
  package var passReason: (@Sendable (Asset) -> String?)?

  package init(assets: Bool = false, contents: Bool = false, dropReason: String? = nil) {
    self.assets = assets
    self.contents = contents
    self.dropReason = dropReason
  }
}

/// A question to the user that a step asks, which may take long to be answered.
package struct StepQuestion: Sendable {
  /// The step that asks one question about all assets.
  package let joint: any Step
  /// The tests of the assets that it asks about; others skip it.
  package let tests: AssetPredicate

  package init(joint: any Step, about tests: AssetPredicate = .always) {
    self.joint = joint
    self.tests = tests
  }
}
