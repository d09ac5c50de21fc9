internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Stands in for the decoder process: each file says what becomes of it, see ``FileCommand``.
///
/// By the name that it was started with it may also fail before it is ready, or make pictures, see
/// ``PictureMaker``.
@main
struct Main {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3, let descriptor = Int32(words[1]) else { exit(64) }
    let socket = MessageSocket(
      owning: descriptor, bodyLimit: FrameHeader.requestLimit, descriptorLimit: 2)
    if words[0].hasSuffix("/not-loaded") { exit(127) }
    if words[0].hasSuffix("/fails-to-start") { exit(1) }
    if words[0].hasSuffix("/says-nothing") { while true { sleep(1000) } }
    // Crashes are reported at once, not after a backtrace.
    for number in [SIGSEGV, SIGABRT] { signal(number, SIG_DFL) }
    let isMaker = words[0].hasSuffix("/makes-pictures")
    let maker = isMaker ? PictureMaker(folder: String(words[0].dropLast(15))) : nil
    do {
      try socket.send(DecoderGreeting(jail: [.limits]).frame())
      var count = 0
      while case .frame(let frame) = try socket.receive() {
        count += 1
        if let maker {
          try socket.send(maker.answer(frame).frame(number: frame.number))
          continue
        }
        let command = FileCommand(
          socket: socket, frame: frame, scope: words[2], isFirst: count == 1)
        try command.run()
      }
    } catch {
      exit(70)
    }
  }
}
