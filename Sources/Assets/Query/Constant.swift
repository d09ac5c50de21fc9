/// A value that a field is compared with.
public enum Constant: Hashable, Sendable {
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case date(Instant)
  case text(TextConstant)
}
