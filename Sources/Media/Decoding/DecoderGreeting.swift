/// The first message of a decoder process: it is ready and has given up its access rights.
package struct DecoderGreeting: Sendable, Hashable {
  /// The restrictions that are in force.
  package var jail: JailReport
  /// The release of libvips, such as `8.14.1`, in ASCII; nil when libvips is not loaded.
  package var libvips: String?

  private static let releaseLimit = 64

  /// Creates the greeting of a process with these restrictions.
  package init(jail: JailReport, libvips: String? = nil) {
    self.jail = jail
    self.libvips = libvips
  }

  /// Returns the greeting as a message with the number 0.
  package func frame() throws(WireProblem) -> [UInt8] {
    var writer = WireWriter()
    writer.enumeration(jail)
    writer.optional(libvips.map { String($0.prefix(Self.releaseLimit)) }) { $0.text($1) }
    return try FrameHeader.frame(
      .greeting, number: 0, body: writer.bytes, limit: FrameHeader.responseLimit)
  }

  /// Decodes the body of a message; throws ``WireProblem`` if it is no valid greeting.
  package init(kind: FrameKind, body: [UInt8]) throws(WireProblem) {
    guard kind == .greeting else { throw .unknownCase }
    var reader = WireReader(body)
    jail = JailReport(rawValue: try reader.integer(within: 0...JailReport.complete.rawValue))
    libvips = try reader.optional { reader throws(WireProblem) in
      try reader.text(limit: Self.releaseLimit)
    }
    try reader.finish()
  }
}

/// The rights that the decoder process gave up before it saw a file.
public struct JailReport: OptionSet, Sendable, Hashable {
  /// The bits of the restrictions.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// No started program can gain privileges.
  public static let noNewPrivileges = JailReport(rawValue: 1)
  /// Only listed system calls are allowed, and none for paths, sockets and programs.
  public static let systemCalls = JailReport(rawValue: 2)
  /// Landlock refuses every access by path.
  public static let fileSystem = JailReport(rawValue: 4)
  /// Memory, the size of files and the number of descriptors are limited.
  public static let limits = JailReport(rawValue: 8)

  /// All restrictions.
  public static let complete: JailReport = [
    .noNewPrivileges, .systemCalls, .fileSystem, .limits,
  ]
}
