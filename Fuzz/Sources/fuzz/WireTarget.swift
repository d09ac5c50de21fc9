internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The messages of the decoder process, as a stream through a socket; both sides read them.
enum WireTarget {
  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    guard let (here, there) = MessageSocket.pair() else {
      preconditionFailure("can't make a socket")
    }
    let socket = MessageSocket(
      owning: there, bodyLimit: FrameHeader.responseLimit, descriptorLimit: 0)
    precondition(
      write(here, input.baseAddress, input.count) == input.count, "the socket holds too little")
    close(here)
    do {
      while case .frame(let frame) = try socket.receive() {
        try readRequest(frame)
        readResponse(frame)
      }
    } catch {
      precondition(error is WireProblem)
    }
    return 0
  }

  /// Reads a request, which has one spelling only.
  private static func readRequest(_ frame: ReceivedFrame) throws {
    guard let request = try? DecodeRequest(kind: frame.kind, body: frame.body) else { return }
    let again = try request.frame(number: frame.number)
    precondition(again.dropFirst(FrameHeader.size).elementsEqual(frame.body))
  }

  private static func readResponse(_ frame: ReceivedFrame) {
    _ = try? DecoderGreeting(kind: frame.kind, body: frame.body)
    guard let response = try? DecodeResponse(kind: frame.kind, body: frame.body),
      let again = try? response.frame(number: frame.number)
    else { return }
    precondition(again.dropFirst(FrameHeader.size).elementsEqual(frame.body))
  }
}
