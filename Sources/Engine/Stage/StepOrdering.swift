/// The order in which a step needs to see assets: any, or that of the source.
public enum StepOrdering: Sendable {
  /// Batches may be worked on side by side, each by the worker of its lane.
  case any
  /// One worker sees all batches, in source order.
  case source
}
