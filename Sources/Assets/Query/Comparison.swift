/// The order tests between a field and a constant.
public enum Comparison: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case atMost = "<="
  case atLeast = ">="
  case greater = ">"

  @inline(__always)
  package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .atLeast: left >= right
    case .greater: left > right
    }
  }
}
