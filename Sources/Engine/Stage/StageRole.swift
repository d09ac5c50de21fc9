/// The part that a stage plays, in the order in which a pipeline usually has them.
public enum StageRole: UInt8, CaseIterable, Comparable, Sendable {
  case source, classify, filter, dedupe, observe, exec, load, notify

  public static func < (left: StageRole, right: StageRole) -> Bool {
    left.rawValue < right.rawValue
  }
}
