/// Something that can stand in a pipeline: options that were checked, and nothing that changes.
///
/// Most stages look at one asset after the other; they are an ``AssetStage``.
public protocol Stage: Sendable {
  static var description: StageDescription { get }

  /// The stage as what it is: a source or a transform.
  var part: StagePart { get }

  /// What is special about the stage.
  var traits: StageTraits { get }

  /// Reads the options; what is wrong with them is noted in `arguments`.
  init(_ arguments: inout StageArguments)
}

extension Stage {
  public var traits: StageTraits { StageTraits() }
}
