/// Whether a step needs to see assets in source order.
public enum StepOrdering: Sendable {
  /// Batches may be worked on side by side, each by the worker of its lane.
  case any
  /// One worker sees all batches, in source order.
  case source
}
