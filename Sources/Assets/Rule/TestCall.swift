/// A call of a test word in a rule, such as `between(1, 2)`.
public struct TestCall: Sendable, Hashable {
  public let name: String
  public let arguments: [ArgumentValue]
  /// The line of the rule, from 1.
  public let line: Int

  public init(name: String, arguments: [ArgumentValue], line: Int) {
    self.name = name
    self.arguments = arguments
    self.line = line
  }
}
