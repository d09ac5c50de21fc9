/// A stage as the rule wrote it, before its options were checked.
public struct StageCall: Sendable, Hashable {
  public let name: String
  public let arguments: [ArgumentValue]
  /// The line of the rule, from 1.
  public let line: Int
  /// The file that the line is in; nil when it is not known to be another than the rule.
  public let path: String?
  /// Whether something was left out of the arguments because it could not be understood, which is
  /// reported by itself; so that what is missing here is no problem of its own.
  package let isPartial: Bool

  public init(name: String, arguments: [ArgumentValue], line: Int, path: String? = nil) {
    self.init(name: name, arguments: arguments, line: line, path: path, isPartial: false)
  }

  package init(
    name: String, arguments: [ArgumentValue], line: Int, path: String?, isPartial: Bool
  ) {
    self.name = name
    self.arguments = arguments
    self.line = line
    self.path = path
    self.isPartial = isPartial
  }
}
