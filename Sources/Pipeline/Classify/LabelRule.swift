/// A label, and what decides whether an asset gets it.
struct LabelRule: Sendable {
  let label: String
  let test: Test

  enum Test: Sendable {
    case function(FunctionReference)
    /// What the function returns is the value of a field.
    case value(FunctionReference, Field)
    case predicate(Predicate)
  }
}
