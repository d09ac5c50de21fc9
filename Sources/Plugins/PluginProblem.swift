/// Why something can't be done with a plugin, with the remedy.
public struct PluginProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
