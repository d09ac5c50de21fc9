/// A problem with a plugin, with its remedy.
public struct PluginProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  public let kind: Kind

  /// The kinds of problems, which determine the exit status.
  public enum Kind: Sendable {
    /// An invalid plugin, repository or lock file.
    case plugin
    /// An argument that names no existing plugin or file.
    case usage
    /// git is missing.
    case missingProgram
    /// A file that can't be written.
    case notWritable
    /// A user who answered no, or could not be asked.
    case notAgreed
    /// A signal that ended the work.
    case interrupted
  }

  public init(_ description: String, _ kind: Kind = .plugin) {
    self.description = description
    self.kind = kind
  }
}
