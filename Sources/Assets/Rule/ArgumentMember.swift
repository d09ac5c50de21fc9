/// One named value of a table in a rule.
public struct ArgumentMember: Sendable, Hashable {
  public let name: String
  public let value: ArgumentValue

  public init(_ name: String, _ value: ArgumentValue) {
    self.name = name
    self.value = value
  }
}
