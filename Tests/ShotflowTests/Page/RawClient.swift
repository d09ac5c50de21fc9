import Foundation
import ProgramSupport
import TestSupport

/// A connection to a server on this computer, over which a test writes what it likes.
///
/// Used by one thread.
final class RawClient {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  struct Answer {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Connects to 127.0.0.1, or to another address of this computer.
  ///
  /// - Parameter user: the user that the connection is made for, which root may choose.
  /// - Throws: when no server listens there.
  init(port: UInt16, address: UInt32 = 0x7F00_0001, user: uid_t? = nil) throws {
    let made = socket(AF_INET, streamSocket, 0)
    guard made >= 0 else { throw POSIXError(.EMFILE) }
    if let user, fchown(made, user, .max) != 0 { throw POSIXError(.EPERM) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = address.bigEndian
    place.sin_port = port.bigEndian
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(made)
      throw POSIXError(.ECONNREFUSED)
    }
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Sends bytes; false once the server does not take them any more.
  @discardableResult
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next answer; nil when the server ended the connection.
  func answer() -> Answer? {
    let mark = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: mark) == nil { guard fill() else { return nil } }
    guard let end = buffer.firstRange(of: mark) else { return nil }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer.removeSubrange(..<end.upperBound)
    var answer = Answer()
    answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = answer.headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { guard fill() else { return nil } }
    answer.body = Array(buffer[..<length])
    buffer.removeSubrange(..<length)
    return answer
  }

  /// Sends a request and gives its answer.
  func ask(_ head: String) -> Answer? {
    send(head + "\r\n\r\n")
    return answer()
  }

  /// Waits until the server ends the connection.
  func isEnded() -> Bool {
    while fill() {}
    return true
  }

  private func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }
}

#if canImport(Darwin)
  private let streamSocket = SOCK_STREAM
#else
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif
