internal import CMemory
internal import CSystem
internal import Decoder
internal import Decoding
internal import Platform

/// The decoder process: loads its libraries, closes its jail, then answers requests from the
/// socket.
///
///     shotflow-decode DESCRIPTOR jpeg|heif|every|jpegXL
@main
struct Main {
  /// The exit status for wrong arguments (`EX_USAGE` of sysexits(3)).
  private static let usage: Int32 = 64
  /// The exit status if a resource is missing, as sysexits(3) has it.
  private static let unavailable: Int32 = 69
  /// The exit status after a failure of the program, as sysexits(3) has it.
  private static let software: Int32 = 70

  static func main() {
    // A write error concerns one file, and doesn't end the process.
    guard csystem_start() else { exit(unavailable) }
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let descriptor = words.first.flatMap({ Int32($0) }),
      let scope = words.last.flatMap(DecoderScope.init), isSocket(descriptor)
    else {
      let message = "shotflow-decode: is started by shotflow, which hands it files to decode\n"
      _ = message.utf8CString.withUnsafeBytes { write(2, $0.baseAddress, $0.count - 1) }
      exit(usage)
    }
    setSignals()
    cmemory_keep_nothing()
    // Where the system lacks this, the end of the socket ends the process after the current file.
    _ = Jail.endWithParent()
    let socket = MessageSocket(
      owning: descriptor, bodyLimit: FrameHeader.requestLimit, descriptorLimit: 2)
    let pictures = PictureDecoder(scope: scope)
    let loop = RequestLoop(socket: socket, pictures: pictures)
    do {
      let greeting = DecoderGreeting(jail: Jail.close(), libvips: pictures.libvipsRelease)
      try socket.send(greeting.frame())
      try loop.run()
    } catch {
      exit(software)
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func setSignals() {
    // Swift's runtime would print a backtrace, for which it starts a program.
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }
}

/// The loop that answers requests one after the other, until the socket is closed.
struct RequestLoop {
  let socket: MessageSocket
  let pictures: PictureDecoder
  private let metadata = MetadataDecoder()

  /// The time for one request, in seconds, longer than the client waits. The alarm then ends the
  /// process, in case the client that would have killed it no longer exists.
  private static let orphanSeconds: UInt32 = 120

  init(socket: MessageSocket, pictures: PictureDecoder) {
    self.socket = socket
    self.pictures = pictures
  }

  func run() throws(WireProblem) {
    while case .frame(let frame) = try socket.receive() {
      let request = try DecodeRequest(kind: frame.kind, body: frame.body)
      let files = frame.files.descriptors
      guard files.count == request.descriptorCount else { throw .descriptors }
      alarm(Self.orphanSeconds)
      let response = withExtendedLifetime(frame.files) { respond(to: request, files, frame.number) }
      alarm(0)
      try socket.send(response.frame(number: frame.number))
    }
  }

  private func respond(
    to request: DecodeRequest, _ files: [Int32], _ number: UInt64
  ) -> DecodeResponse {
    // The file offset is shared with the sender.
    for file in files { lseek(file, 0, SEEK_SET) }
    _ = cmemory_was_refused()
    do throws(DecodeProblem) {
      switch request {
      case .picture(let request):
        let picture = try pictures.decode(request, from: files[0], to: files[1]) { share in
          // If the client is gone, sending the answer reports it.
          if let frame = try? DecodeProgress(share: share).frame(number: number) {
            try? socket.send(frame)
          }
        }
        return .picture(picture)
      case .metadata(let request):
        return .metadata(try metadata.decode(request, from: files[0]))
      }
    } catch {
      return .failed(cmemory_was_refused() ? error.forWantOfMemory : error)
    }
  }
}

extension DecodeProblem {
  /// The same problem with lack of memory as its reason, whatever the library reported: another
  /// process may have enough.
  fileprivate var forWantOfMemory: DecodeProblem {
    reason == .outOfMemory ? self : DecodeProblem(.outOfMemory, "no memory left: \(message)")
  }
}
