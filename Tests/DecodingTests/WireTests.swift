import Decoding
import Media
import Samples
import Testing

struct WireTests {
  private let seeds = 0..<300

  @Test func requestsArriveAsTheyWereSent() throws {
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let request = random.request()
      let number = random.next()
      let (header, body) = try taken(request.frame(number: number), FrameHeader.requestLimit)
      #expect(header.number == number)
      #expect(try DecodeRequest(kind: header.kind, body: body) == request)
    }
  }

  @Test func responsesArriveAsTheyWereSent() throws {
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let response = random.response()
      let (header, body) = try taken(response.frame(number: 7), FrameHeader.responseLimit)
      #expect(header.number == 7)
      #expect(try DecodeResponse(kind: header.kind, body: body) == response)
    }
  }

  @Test func aMessageThatIsCutOffIsRefusedAtEveryByte() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let (header, body) = try taken(random.request().frame(number: 1), FrameHeader.requestLimit)
      for count in 0..<body.count {
        #expect(throws: WireProblem.self) {
          try DecodeRequest(kind: header.kind, body: Array(body[..<count]))
        }
      }
    }
  }

  @Test func bytesBehindAMessageAreRefused() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let (header, body) = try taken(random.request().frame(number: 1), FrameHeader.requestLimit)
      #expect(throws: WireProblem.trailingBytes) {
        try DecodeRequest(kind: header.kind, body: body + [0])
      }
    }
    let picture = DecodeResponse.picture(
      DecodedPicture(size: PictureSize(width: 1, height: 1), byteCount: 1))
    let (header, body) = try taken(picture.frame(number: 1), FrameHeader.responseLimit)
    #expect(throws: WireProblem.trailingBytes) {
      try DecodeResponse(kind: header.kind, body: body + [0])
    }
  }

  /// Each value has one spelling, so that nothing can hide in a message.
  @Test func whatIsReadFromDamagedMessagesIsWhatTheySay() throws {
    var random = SeededGenerator(seed: 3)
    var readCount = 0
    for _ in 0..<5000 {
      let request = random.chance(0.5)
      let frame =
        try request ? random.request().frame(number: 1) : random.response().frame(number: 1)
      let limit = request ? FrameHeader.requestLimit : FrameHeader.responseLimit
      var (header, body) = try taken(frame, limit)
      guard !body.isEmpty else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        body[Int.random(in: 0..<body.count, using: &random)] = UInt8(
          truncatingIfNeeded: random.next())
      }
      header.bodyCount = body.count
      let again: [UInt8]? =
        request
        ? try? DecodeRequest(kind: header.kind, body: body).frame(number: 1)
        : try? DecodeResponse(kind: header.kind, body: body).frame(number: 1)
      guard let again else { continue }
      readCount += 1
      #expect(Array(again[FrameHeader.size...]) == body)
    }
    #expect(readCount > 100)
  }

  @Test func headersOfOtherVersionsAndKindsAreRefused() throws {
    let frame = try DecodeResponse.metadata([]).frame(number: 1)
    let header = Array(frame[..<FrameHeader.size])
    #expect(throws: Never.self) { try FrameHeader(header, limit: 0) }
    #expect(throws: WireProblem.version) { try FrameHeader(header.with(9, at: 0), limit: 0) }
    #expect(throws: WireProblem.unknownCase) { try FrameHeader(header.with(9, at: 1), limit: 0) }
    #expect(throws: WireProblem.invalidValue) { try FrameHeader(header.with(1, at: 2), limit: 0) }
    #expect(throws: WireProblem.tooLong) { try FrameHeader(header.with(1, at: 4), limit: 0) }
    #expect(throws: WireProblem.truncated) { try FrameHeader(header.dropLast(), limit: 0) }
  }

  @Test func theDecoderCanNotTellWhatOnlyItsParentCanKnow() throws {
    for reason in [DecodeProblem.Reason.deadline, .crashed, .cancelled] {
      let frame = try DecodeResponse.failed(DecodeProblem(reason, "")).frame(number: 1)
      let (header, body) = try taken(frame, FrameHeader.responseLimit)
      #expect(throws: WireProblem.unknownCase) {
        try DecodeResponse(kind: header.kind, body: body)
      }
    }
  }

  @Test func textsThatAreTooLongAreNotSent() throws {
    var request = PictureRequest(format: .jpeg)
    request.texts = [
      PictureText(keyword: "a", text: String(repeating: "b", count: FrameHeader.requestLimit))
    ]
    #expect(throws: WireProblem.tooLong) { try DecodeRequest.picture(request).frame(number: 1) }
  }

  @Test func tooLongMetadataIsReportedAsAProblem() throws {
    let json = [UInt8](repeating: 32, count: FrameHeader.responseLimit + 1)
    let (header, body) = try taken(
      DecodeResponse.metadata(json).frame(number: 1), FrameHeader.responseLimit)
    guard case .failed(let problem) = try DecodeResponse(kind: header.kind, body: body) else {
      Issue.record("it was sent")
      return
    }
    #expect(problem.reason == .tooLarge)
  }

  @Test func longProblemsAreCutBetweenCharacters() throws {
    let message = String(repeating: "👍", count: 1000)
    let (header, body) = try taken(
      DecodeResponse.failed(DecodeProblem(.damaged, message)).frame(number: 1),
      FrameHeader.responseLimit)
    guard case .failed(let problem) = try DecodeResponse(kind: header.kind, body: body) else {
      Issue.record("it did not arrive")
      return
    }
    #expect(problem.message == String(repeating: "👍", count: 256))
  }

  @Test func greetingsSayWhatWasGivenUp() throws {
    for value in 0...JailReport.complete.rawValue {
      let greeting = DecoderGreeting(jail: JailReport(rawValue: value))
      let (header, body) = try taken(greeting.frame(), FrameHeader.responseLimit)
      #expect(try DecoderGreeting(kind: header.kind, body: body) == greeting)
    }
    #expect(throws: WireProblem.self) { try DecoderGreeting(kind: .greeting, body: [0xFF]) }
  }

  @Test(arguments: ["8.14.1", nil]) func greetingsNameTheReleaseOfLibvips(release: String?) throws {
    let greeting = DecoderGreeting(jail: .complete, libvips: release)
    let (header, body) = try taken(greeting.frame(), FrameHeader.responseLimit)
    #expect(try DecoderGreeting(kind: header.kind, body: body).libvips == release)
    #expect(throws: WireProblem.truncated) {
      try DecoderGreeting(kind: header.kind, body: Array(body.dropLast()))
    }
  }

  private func taken(_ frame: [UInt8], _ limit: Int) throws -> (FrameHeader, [UInt8]) {
    let header = try FrameHeader(frame[..<FrameHeader.size], limit: limit)
    let body = Array(frame[FrameHeader.size...])
    #expect(header.bodyCount == body.count)
    return (header, body)
  }
}

extension [UInt8] {
  fileprivate func with(_ byte: UInt8, at index: Int) -> [UInt8] {
    var bytes = self
    bytes[index] = byte
    return bytes
  }
}
