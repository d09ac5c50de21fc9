/// A label, and what decides whether an asset gets it.
struct LabelRule: Sendable {
  let label: String
  let test: Test

  enum Test: Sendable {
    case function(FunctionReference)
    /// What the function returns is the value of a field, if it is of that type.
    case value(FunctionReference, Field, FieldType)
    case predicate(Predicate)
  }
}
