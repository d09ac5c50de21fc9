internal import CSystem
internal import Platform

/// One end of the socket between the tool and a decoder process; deallocation closes it. Used by
/// one thread at a time, and never again after a problem.
package final class MessageSocket {
  /// The result of receiving.
  package enum ReadResult {
    /// A whole message.
    case frame(ReceivedFrame)
    /// An incomplete message; only on a non-blocking socket.
    case incomplete
    /// The other end was closed between two messages.
    case ended
  }

  /// The descriptor of the socket.
  package let descriptor: Int32
  private let bodyLimit: Int
  private let descriptorLimit: Int
  private var header: FrameHeader?
  private var buffer = [UInt8](repeating: 0, count: FrameHeader.size)
  private var received = 0
  private var descriptors: [Int32] = []

  /// Takes ownership of a socket; the limits are for the bytes of a body, and for descriptors.
  package init(owning descriptor: Int32, bodyLimit: Int, descriptorLimit: Int) {
    self.descriptor = descriptor
    self.bodyLimit = bodyLimit
    self.descriptorLimit = descriptorLimit
  }

  deinit {
    closeDescriptors()
    close(descriptor)
  }

  /// Returns two connected ends, each closed on exec; nil when the process has no descriptor left.
  package static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    return csystem_socket_pair(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Sends a whole message; throws ``WireProblem/socket`` on failure, also if it would block.
  package func send(_ frame: [UInt8], descriptors: [Int32] = []) throws(WireProblem) {
    var sent = 0
    while sent < frame.count {
      let count = frame.withUnsafeBytes {
        csystem_send(
          descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, descriptors,
          sent == 0 ? descriptors.count : 0)
      }
      guard count > 0 else { throw .socket }
      sent += count
    }
  }

  /// Receives the next message, or as much of it as has arrived.
  package func receive() throws(WireProblem) -> ReadResult {
    while true {
      if header == nil, received == FrameHeader.size {
        let header = try FrameHeader(buffer, limit: bodyLimit)
        self.header = header
        buffer = [UInt8](repeating: 0, count: header.bodyCount)
        received = 0
      }
      if let header, received == buffer.count { return .frame(takeFrame(header)) }
      let count = try receiveBytes()
      if count == -Int(EAGAIN) { return .incomplete }
      if count == 0 || count == -Int(ECONNRESET) {
        guard header == nil, received == 0 else { throw .truncated }
        return .ended
      }
      guard count > 0 else { throw count == -Int(EMSGSIZE) ? .descriptors : .socket }
      received += count
    }
  }

  private func receiveBytes() throws(WireProblem) -> Int {
    var files = [Int32](repeating: -1, count: Int(CSYSTEM_DESCRIPTOR_LIMIT))
    var fileCount = 0
    let received = received
    let count = buffer.withUnsafeMutableBytes {
      csystem_receive(
        descriptor, $0.baseAddress.map { $0 + received }, $0.count - received, &files, &fileCount)
    }
    descriptors += files.prefix(fileCount)
    guard descriptors.count <= descriptorLimit else { throw .descriptors }
    return count
  }

  private func takeFrame(_ header: FrameHeader) -> ReceivedFrame {
    let frame = ReceivedFrame(
      kind: header.kind, number: header.number, body: buffer,
      files: ReceivedDescriptors(descriptors))
    self.header = nil
    buffer = [UInt8](repeating: 0, count: FrameHeader.size)
    received = 0
    descriptors = []
    return frame
  }

  private func closeDescriptors() {
    for descriptor in descriptors { close(descriptor) }
  }
}

/// A received message whose body is not decoded yet.
package struct ReceivedFrame: Sendable {
  /// The kind of the message.
  package let kind: FrameKind
  /// The number of the request that the message is or answers.
  package let number: UInt64
  /// The undecoded body.
  package let body: [UInt8]
  /// The descriptors received with the message.
  package let files: ReceivedDescriptors
}

/// The descriptors that were received with a message; deallocation closes them.
package final class ReceivedDescriptors: Sendable {
  /// The open descriptors.
  package let descriptors: [Int32]

  /// Takes ownership of descriptors, which are closed with the object.
  package init(_ descriptors: [Int32]) {
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}
