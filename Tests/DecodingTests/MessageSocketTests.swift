import Decoding
import Foundation
import Samples
import Testing

struct MessageSocketTests {
  private let ends: (here: Int32, there: Int32)

  init() throws {
    ends = try #require(MessageSocket.pair())
  }

  private func socket(_ descriptor: Int32, files: Int = 2) -> MessageSocket {
    MessageSocket(
      owning: descriptor, bodyLimit: FrameHeader.responseLimit, descriptorLimit: files)
  }

  @Test func filesComeWithTheirMessage() throws {
    let (here, there) = (socket(ends.here), socket(ends.there))
    for round in 1...3 {
      let pipe = Pipe()
      let ends = [pipe.fileHandleForReading, pipe.fileHandleForWriting].map(\.fileDescriptor)
      let sent = Array(ends.prefix(round % 3))
      try here.send(DecodeResponse.metadata([1]).frame(number: UInt64(round)), descriptors: sent)
      let frame = try #require(try there.receivedFrame)
      #expect(frame.number == UInt64(round))
      #expect(frame.files.descriptors.count == sent.count)
      for (file, original) in zip(frame.files.descriptors, sent) {
        #expect(identity(of: file) == identity(of: original))
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
      }
    }
  }

  @Test func filesAreClosedWithTheirMessage() throws {
    let (here, there) = (socket(ends.here), socket(ends.there))
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    try here.send(
      DecodeResponse.metadata([]).frame(number: 1), descriptors: [writing.fileDescriptor])
    var frame = try there.receivedFrame
    try writing.close()
    #expect(!pipe.isOver)
    frame = nil
    #expect(frame == nil)
    #expect(pipe.isOver)
  }

  @Test func moreFilesThanExpectedAreRefusedAndClosed() throws {
    for (allowed, sent) in [(0, 1), (2, 3), (2, 4)] {
      let ends = try #require(MessageSocket.pair())
      let (here, there) = (socket(ends.0), socket(ends.1, files: allowed))
      let pipe = Pipe()
      let writing = pipe.fileHandleForWriting
      try here.send(
        DecodeResponse.metadata([]).frame(number: 1),
        descriptors: [Int32](repeating: writing.fileDescriptor, count: sent))
      #expect(throws: WireProblem.descriptors) { try there.receive() }
      try writing.close()
      withExtendedLifetime(here) {}
      // The socket's own end lets go of what it did not hand out.
      #expect(!pipe.isOver)
      _ = consume there
      #expect(pipe.isOver)
    }
  }

  @Test func messagesMayComeInPieces() throws {
    let (here, there) = (socket(ends.here), socket(ends.there))
    #expect(fcntl(there.descriptor, F_SETFL, O_NONBLOCK) == 0)
    let response = DecodeResponse.metadata(Array("some metadata".utf8))
    for byte in try response.frame(number: 5) {
      #expect(try there.receivedFrame == nil)
      try here.send([byte])
    }
    let frame = try #require(try there.receivedFrame)
    #expect(try DecodeResponse(kind: frame.kind, body: frame.body) == response)
  }

  @Test func longMessagesArriveWhole() async throws {
    let (here, there) = (socket(ends.here), socket(ends.there))
    var random = SeededGenerator(seed: 4)
    let response = DecodeResponse.metadata(random.bytes(count: FrameHeader.responseLimit))
    let message = try response.frame(number: 1)
    let sender = Thread { [descriptor = here.descriptor] in
      var sent = 0
      while sent < message.count {
        let count = message[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count <= 0 { return }
        sent += count
      }
    }
    sender.start()
    let frame = try #require(try there.receivedFrame)
    #expect(try DecodeResponse(kind: frame.kind, body: frame.body) == response)
    withExtendedLifetime(here) {}
  }

  @Test func theEndIsDistinguishedFromACutMessage() throws {
    var here: MessageSocket? = socket(ends.here)
    let there = socket(ends.there)
    let message = try DecodeResponse.metadata([1, 2, 3]).frame(number: 1)
    try here?.send(message)
    #expect(try there.receivedFrame != nil)
    try here?.send(Array(message.dropLast()))
    here = nil
    #expect(throws: WireProblem.truncated) { try there.receive() }
  }

  @Test func theEndBetweenMessagesIsQuiet() throws {
    var here: MessageSocket? = socket(ends.here)
    let there = socket(ends.there)
    try here?.send(DecodeResponse.metadata([]).frame(number: 1))
    here = nil
    #expect(try there.receivedFrame != nil)
    guard case .ended = try there.receive() else {
      Issue.record("it has not ended")
      return
    }
    #expect(throws: WireProblem.socket) {
      try there.send(DecodeResponse.metadata([]).frame(number: 1))
    }
  }

  private func identity(of descriptor: Int32) -> [UInt64] {
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}

extension MessageSocket {
  /// The next message, if it is there.
  fileprivate var receivedFrame: ReceivedFrame? {
    get throws {
      if case .frame(let frame) = try receive() { frame } else { nil }
    }
  }
}

extension Pipe {
  /// True if no process can write to it any more.
  fileprivate var isOver: Bool {
    var event = pollfd(fd: fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 0) == 1 && event.revents & Int16(POLLHUP) != 0
  }
}
