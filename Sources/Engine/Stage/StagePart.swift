/// A stage by the part that it plays; asking the type for it at run time would be slow.
public enum StagePart {
  case source(any SourceStage)
  case transform(any TransformWork)
  /// What an option of another stage takes, such as the key that `dedupe` compares.
  case value(BoundFunction)
}

extension SourceStage {
  public var part: StagePart { .source(self) }
}
