/// A stage as the rule wrote it, before its options were checked.
public struct StageCall: Sendable, Hashable {
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
