/// Why something can't be done with a plugin, with the remedy.
public struct PluginProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public let kind: Kind

  public enum Kind: Sendable {
    /// The plugin, its repository or the lock is not as it should be.
    case plugin
    /// The command line names what does not exist.
    case usage
    /// git is missing.
    case missingProgram
    /// Something can't be written.
    case notWritable
    /// The user did not agree, and could not be asked.
    case notAgreed
  }

  public init(_ description: String, _ kind: Kind = .plugin) {
    self.description = description
    self.kind = kind
  }
}
