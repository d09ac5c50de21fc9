/// A label, and what decides whether an asset gets it.
struct LabelRule: Sendable {
  let label: String
  let test: Test

  enum Test: Sendable {
    case function(FunctionReference)
    case predicate(Predicate)
  }
}
