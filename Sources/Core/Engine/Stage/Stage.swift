/// The work of one stage of a pipeline: its checked options, which never change.
public protocol StageWork: Sendable {
  /// The stage by its part: a source, a transform or a value.
  var part: StagePart { get }

  /// The traits of the stage.
  var traits: StageTraits { get }
}

extension StageWork {
  public var traits: StageTraits { StageTraits() }
}

/// A stage of a pipeline whose type describes it.
///
/// Most stages look at one asset after the other and are an ``AssetStage``. Stages that rules
/// define have no type; a ``StageDefinition`` describes them.
public protocol Stage: StageWork {
  /// The description of the stage.
  static var description: StageDescription { get }

  /// Reads the options; notes problems with them in `arguments`.
  init(_ arguments: inout StageArguments)
}

/// A stage by its part in a pipeline; a cast at run time would be slow.
public enum StagePart {
  case source(any SourceStage)
  case transform(any TransformWork)
  /// A value for an option of another stage, such as the key that `dedupe` compares.
  case value(BoundFunction)
}

extension SourceStage {
  public var part: StagePart { .source(self) }
}

/// The work of a stage that passes assets, drops them or adds data to them.
public protocol TransformWork: StageWork {
  /// Returns the steps of the stage, in order; a filter that also sorts has two steps.
  ///
  /// - Parameter leadingIsAnswered: True if the source answers ``leadingPredicate``, so that no
  ///   step has to.
  func steps(leadingIsAnswered: Bool) -> [any Step]

  /// The tests that the source may answer if no earlier stage depends on the other assets.
  var leadingPredicate: AssetPredicate { get }
}

extension TransformWork {
  public var part: StagePart { .transform(self) }
  public var leadingPredicate: AssetPredicate { .always }
}

/// A stage that passes assets, drops them or adds data to them.
public protocol TransformStage: TransformWork, Stage {}
