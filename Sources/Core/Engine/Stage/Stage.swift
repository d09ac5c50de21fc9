/// A stage of a rule's pipeline, with its checked options, which never change.
public protocol StageWork: Sendable {
  /// The stage as a source, a transform or a value.
  var part: StagePart { get }

  /// The properties of the stage that the planner uses.
  var traits: StageTraits { get }
}

extension StageWork {
  public var traits: StageTraits { StageTraits() }
}

/// A stage that is implemented as a Swift type, with its description.
///
/// Most stages process each asset by itself and are an ``AssetStage``. Stages that rules define
/// have no type; a ``StageDefinition`` describes them.
public protocol Stage: StageWork {
  /// The description of the stage.
  static var description: StageDescription { get }

  /// Reads the options; adds problems with them to `arguments`.
  init(_ arguments: inout StageArguments)
}

/// A stage as the protocol that it conforms to; a cast at run time would be slow.
public enum StagePart {
  case source(any SourceWork)
  case transform(any TransformWork)
  /// A stage in an option of another stage, such as the key that `dedupe` compares.
  case value(BoundFunction)
}

/// A stage after the source: it passes assets, drops them or adds data to them.
public protocol TransformWork: StageWork {
  /// Returns the steps of the stage, in order; a filter that also sorts has two steps.
  ///
  /// - Parameter leadingIsAnswered: True if the source evaluates ``leadingPredicate``, so that no
  ///   step has to.
  func steps(leadingIsAnswered: Bool) -> [any Step]

  /// The tests that the source may evaluate if no earlier stage needs the assets that they drop.
  var leadingPredicate: AssetPredicate { get }
}

extension TransformWork {
  public var part: StagePart { .transform(self) }
  public var leadingPredicate: AssetPredicate { .always }
}

/// A stage that passes assets, drops them or adds data to them.
public protocol TransformStage: TransformWork, Stage {}
