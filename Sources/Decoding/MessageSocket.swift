internal import CSystem
internal import Platform

/// One end of the socket between the tool and a decoder process; closed with it.
///
/// Used by one thread at a time. After a problem the stream is of no more use.
package final class MessageSocket {
  package enum Reception {
    case frame(ReceivedFrame)
    /// The rest has not come yet; only on a socket that does not block.
    case incomplete
    /// The other end was closed between two messages.
    case ended
  }

  package let descriptor: Int32
  private let bodyLimit: Int
  private let descriptorLimit: Int
  private var header: FrameHeader?
  private var buffer = [UInt8](repeating: 0, count: FrameHeader.size)
  private var received = 0
  private var descriptors: [Int32] = []

  /// - Parameters:
  ///   - descriptor: the socket; closed with the last reference.
  ///   - bodyLimit: how long a received message may be.
  ///   - descriptorLimit: how many open files may come with one.
  package init(owning descriptor: Int32, bodyLimit: Int, descriptorLimit: Int) {
    self.descriptor = descriptor
    self.bodyLimit = bodyLimit
    self.descriptorLimit = descriptorLimit
  }

  deinit {
    closeDescriptors()
    close(descriptor)
  }

  /// Two ends, each closed on exec; nil when the process has no descriptor left.
  package static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    return csystem_socket_pair(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Sends a whole message.
  ///
  /// On a socket that does not block, one that does not fit is a problem.
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

  /// Receives the next message, or what has come of it.
  package func receive() throws(WireProblem) -> Reception {
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
      kind: header.kind, number: header.number, body: buffer, files: ReceivedFiles(descriptors))
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
