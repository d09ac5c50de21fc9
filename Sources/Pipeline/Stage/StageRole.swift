/// The part that a stage plays, in the order in which a pipeline usually has them.
public enum StageRole: String, CaseIterable, Sendable {
  case source, classify, filter, dedupe, load, notify
}
