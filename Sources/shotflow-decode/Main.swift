internal import Decoder
internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The decoder process: gets ready, closes itself in, then does what the socket asks for.
///
///     shotflow-decode DESCRIPTOR jpeg|every
@main
struct Main {
  /// The status of a program that was called wrongly, as sysexits(3) has it.
  private static let usage: Int32 = 64
  /// The status of a program that can't go on, as sysexits(3) has it.
  private static let software: Int32 = 70

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let descriptor = words.first.flatMap({ Int32($0) }),
      let scope = words.last.flatMap(DecoderScope.init), isSocket(descriptor)
    else {
      let message = "shotflow-decode: is started by shotflow, which hands it files to decode\n"
      _ = message.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
      exit(usage)
    }
    ignoreSignals()
    let socket = MessageSocket(
      owning: descriptor, bodyLimit: FrameHeader.requestLimit, descriptorLimit: 2)
    let loop = RequestLoop(socket: socket, pictures: PictureDecoder(scope: scope))
    do {
      try socket.send(DecoderGreeting(jail: []).frame())
      try loop.run()
    } catch {
      exit(software)
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// A write that is refused is an error of one file, not the end.
  private static func ignoreSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
