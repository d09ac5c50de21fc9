/// A stage that processes each asset by itself, in any order.
///
/// ```swift
/// struct AspectClassifier: AssetStage {
///   static let description = StageDescription(
///     name: "aspect", role: .classify, summary: "adds the ratio of width to height",
///     adds: [.number("aspect", "width divided by height")])
///   static let reads: [Field] = [.pixelWidth, .pixelHeight]
///   init(_ arguments: inout StageArguments) {}
///   func process(_ asset: inout AssetUnderWork) {
///     guard let width = asset.integer(.pixelWidth), let height = asset.integer(.pixelHeight),
///       height > 0
///     else { return }
///     asset["aspect"] = Double(width) / Double(height)
///   }
/// }
/// ```
///
/// It is called by several threads at once, each with assets of its own.
public protocol AssetStage: TransformStage {
  /// Processes one asset: drops it, adds fields to it, or leaves it as it is.
  ///
  /// - Throws: An error that ends the run. For a failure of one asset, call
  ///   ``AssetUnderWork/fail(_:)``.
  func process(_ asset: inout AssetUnderWork) throws

  /// The fields that the stage reads of each asset, so that they can be read in advance.
  static var reads: [Field] { get }
}

extension AssetStage {
  public static var reads: [Field] { [] }

  public var traits: StageTraits { .perAsset }

  public func steps(leadingIsAnswered: Bool) -> [any Step] { [AssetStageStep(stage: self)] }
}

/// One asset while a stage works on it.
public struct AssetUnderWork {
  /// The asset that the stage was given.
  package let asset: Asset
  private let fields: FieldTable
  private let stage: String
  private(set) var isDropped = false

  package init(_ asset: Asset, _ fields: FieldTable, in stage: String) {
    self.asset = asset
    self.stage = stage
    self.fields = fields
  }

  /// The value of a field, which is read on demand.
  public subscript(_ field: Field) -> FieldValue { asset.value(of: field) }

  /// The value of a standard or added field by its name.
  ///
  /// - Precondition: A stage may set only fields that it declares.
  public subscript(_ name: String) -> FieldValue {
    get { fields.field(named: name).map { asset.value(of: $0) } ?? .absent }
    set {
      guard let field = fields.field(named: name), field.isSettable else {
        preconditionFailure("a stage declares a field before it adds \"\(name)\"")
      }
      asset.findingsForWriting().set(newValue.kept, of: field)
    }
  }

  /// The value of a field by its name as a Swift type; nil for a value that is unknown, or of
  /// another type.
  ///
  /// ```swift
  /// asset["aspect"] = 1.5
  /// let aspect: Double? = asset["aspect"]
  /// ```
  public subscript<Content: FieldContent>(_ name: String) -> Content? {
    get { Content(self[name] as FieldValue) }
    set { self[name] = newValue?.fieldValue ?? .absent }
  }

  /// Returns a Boolean value; nil when it is unknown.
  public func flag(_ field: Field) -> Bool? { Bool(self[field]) }

  /// Returns a whole number; nil when it is unknown.
  public func integer(_ field: Field) -> Int? { Int(self[field]) }

  /// Returns a number, whole or not; nil when it is unknown.
  public func number(_ field: Field) -> Double? { Double(self[field]) }

  /// Returns a text; nil when it is unknown.
  public func text(_ field: Field) -> String? { String(self[field]) }

  /// Returns a list of texts; empty when it is unknown.
  public func texts(_ field: Field) -> [String] { [String](self[field]) ?? [] }

  /// Returns a moment; nil when it is unknown.
  public func date(_ field: Field) -> Instant? { Instant(self[field]) }

  /// Returns a location; nil when it is unknown.
  public func location(_ field: Field) -> Location? { Location(self[field]) }

  /// Adds a label, as the stage `classify` does.
  public mutating func add(label: String) { asset.addLabel(label) }

  /// Drops the asset, so that no later stage gets it.
  public mutating func drop() { isDropped = true }

  /// Fails the asset with a reason, in lower case and without a full stop.
  public mutating func fail(_ reason: String) {
    asset.fail(stage: stage, reason)
  }
}

extension FieldValue {
  fileprivate var kept: FieldValue {
    if case .text(let text) = self { return .string(text.string) }
    return self
  }
}

private struct AssetStageStep<Work: AssetStage>: Step {
  let stage: Work

  var name: String { Work.description.name }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { FacetSet(Work.reads.map { FacetSet($0.facet) }) }
  var isSelective: Bool { Work.description.role == .filter }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    AssetStageInstance(stage, worker.context.fields)
  }
}

private final class AssetStageInstance<Work: AssetStage>: StepInstance {
  private let stage: Work
  private let fields: FieldTable

  init(_ stage: Work, _ fields: FieldTable) {
    self.stage = stage
    self.fields = fields
  }

  func process(_ batch: inout Batch) throws {
    try batch.keep { asset in
      var work = AssetUnderWork(asset, fields, in: Work.description.name)
      try stage.process(&work)
      return !work.isDropped
    }
  }
}
