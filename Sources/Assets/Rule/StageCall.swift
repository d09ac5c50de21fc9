/// A stage as the rule wrote it, before its options were checked.
public struct StageCall: Sendable, Hashable {
  public let name: String
  public let arguments: [ArgumentValue]
  /// The line of the rule, from 1.
  public let line: Int
  /// The file that the line is in; nil when it is not known to be another than the rule.
  public let path: String?

  public init(name: String, arguments: [ArgumentValue], line: Int, path: String? = nil) {
    self.name = name
    self.arguments = arguments
    self.line = line
    self.path = path
  }
}
