internal import Decoder
internal import Decoding
internal import Platform

/// Answers one request after the other until the socket ends.
struct RequestLoop {
  let socket: MessageSocket
  let pictures: PictureDecoder
  private let metadata = MetadataDecoder()

  /// After this many seconds nobody waits for an answer any more: the process ends by itself, in
  /// case the one who would have ended it is gone.
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
      let response = withExtendedLifetime(frame.files) { respond(to: request, files) }
      alarm(0)
      try socket.send(response.frame(number: frame.number))
    }
  }

  private func respond(to request: DecodeRequest, _ files: [Int32]) -> DecodeResponse {
    // The place in a file is shared with whoever sent it.
    for file in files { lseek(file, 0, SEEK_SET) }
    do throws(DecodeProblem) {
      switch request {
      case .picture(let request):
        return .picture(try pictures.decode(request, from: files[0], to: files[1]))
      case .metadata(let request):
        return .metadata(try metadata.decode(request, from: files[0]))
      }
    } catch {
      return .failed(error)
    }
  }
}
