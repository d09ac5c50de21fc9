/// The work of a pipeline in one place: options that were checked, and nothing that changes.
public protocol StageWork: Sendable {
  /// The stage as what it is: a source, a transform or a value.
  var part: StagePart { get }

  /// What is special about the stage.
  var traits: StageTraits { get }
}

extension StageWork {
  public var traits: StageTraits { StageTraits() }
}

/// Something that can stand in a pipeline, with a type of its own that describes it.
///
/// Most stages look at one asset after the other; they are an ``AssetStage``. Stages that rules bring
/// along have no type; a ``StageDefinition`` describes them.
public protocol Stage: StageWork {
  static var description: StageDescription { get }

  /// Reads the options; what is wrong with them is noted in `arguments`.
  init(_ arguments: inout StageArguments)
}
