/// A stage by the part that it plays; asking the type for it at run time would be slow.
public enum StagePart {
  case source(any SourceStage)
  case transform(any TransformStage)
}

extension SourceStage {
  public var part: StagePart { .source(self) }
}

extension TransformStage {
  public var part: StagePart { .transform(self) }
}
