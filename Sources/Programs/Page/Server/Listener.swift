internal import Platform

/// A socket for connections from this computer only, on a port that the system assigns.
package struct Listener: Sendable {
  /// The port that the system assigned.
  package let port: UInt16
  let descriptor: Int32

  private static let mostWaiting: Int32 = 128

  /// Opens a socket on 127.0.0.1; throws ``ListenerProblem`` if the system refuses that.
  package init() throws(ListenerProblem) {
    #if canImport(Darwin)
      let made = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard made >= 0 else { throw ListenerProblem() }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    // The loopback address can't be reached from other computers.
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    address.sin_port = 0
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(made, place, length) == 0 && listen(made, Self.mostWaiting) == 0
          && getsockname(made, place, &length) == 0
      }
    }
    guard isBound else {
      let problem = ListenerProblem()
      close(made)
      throw problem
    }
    descriptor = made
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Returns the descriptor of the next connection; nil if none came in the time, or it failed.
  func accept(within milliseconds: Int32) -> Int32? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    let taken = Platform.accept(descriptor, nil, nil)
    guard taken >= 0 else { return nil }
    _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
    return taken
  }
}

/// A failure to listen on a port, with the system's reason.
package struct ListenerProblem: Error, CustomStringConvertible {
  package let description: String

  fileprivate init() {
    description = "can't listen on 127.0.0.1: \(String(cString: strerror(errno)).lowercased())"
  }
}
