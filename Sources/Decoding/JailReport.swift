/// The rights that the decoder process gave up before it saw a file.
public struct JailReport: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// No program that it starts may do more than itself.
  public static let noNewPrivileges = JailReport(rawValue: 1)
  /// Only a list of system calls is answered, and none for files by name, sockets and programs.
  public static let systemCalls = JailReport(rawValue: 2)
  /// No file by name, by Landlock.
  public static let fileSystem = JailReport(rawValue: 4)
  /// Memory, the size of files and the number of descriptors are bounded.
  public static let limits = JailReport(rawValue: 8)

  /// Everything that there is to give up.
  public static let complete: JailReport = [
    .noNewPrivileges, .systemCalls, .fileSystem, .limits,
  ]
}
