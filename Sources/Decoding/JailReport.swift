/// What the decoder process gave up before it saw a file.
public struct JailReport: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// No program that it starts may do more than itself.
  public static let noNewPrivileges = JailReport(rawValue: 1)
  /// A list of system calls is refused: files by name, sockets, programs.
  public static let systemCalls = JailReport(rawValue: 2)
  /// No file system at all, by Landlock.
  public static let fileSystem = JailReport(rawValue: 4)
  /// Memory, processor time and file size are bounded.
  public static let limits = JailReport(rawValue: 8)

  /// Everything that there is to give up.
  public static let complete: JailReport = [
    .noNewPrivileges, .systemCalls, .fileSystem, .limits,
  ]
}
