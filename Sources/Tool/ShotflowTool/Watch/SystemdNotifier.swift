internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The messages to systemd that a watch is ready, alive or about to end (sd_notify(3)). Confined to
/// the thread that watches.
final class SystemdNotifier {
  private let descriptor: Int32
  private let address: sockaddr_un
  private let addressSize: socklen_t
  /// The interval between two messages that the watch is alive; nil if systemd wants none.
  private let interval: Duration?
  /// The time of the next message that the watch is alive; nil before ``ready(_:)`` or without one.
  private(set) var nextSign: ContinuousClock.Instant?

  /// Opens the socket; nil if systemd didn't start the watch.
  init?() {
    #if os(Linux)
      guard let path = Environment["NOTIFY_SOCKET"], let first = path.utf8.first,
        first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
      else { return nil }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var bytes = Array(path.utf8)
      // An abstract name begins with a zero.
      if first == UInt8(ascii: "@") { bytes[0] = 0 }
      guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let opened = socket(
        AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard opened >= 0 else { return nil }
      descriptor = opened
      self.address = address
      addressSize = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
      interval = Self.interval
    #else
      return nil
    #endif
  }

  deinit { close(descriptor) }

  /// Half of the time after which systemd assumes that the watch hangs; nil if it never does.
  private static var interval: Duration? {
    guard let microseconds = Environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0
    else { return nil }
    if let process = Environment["WATCHDOG_PID"], process != "\(getpid())" { return nil }
    return .microseconds(microseconds / 2)
  }

  /// Reports to systemd that all libraries are watched.
  func ready(_ status: String) {
    // A line end in a path would begin another assignment.
    send("READY=1\nSTATUS=\(TerminalText.escaped(status))")
    nextSign = interval.map { _ in .now }
  }

  /// Reports to systemd why the watch can't start.
  func fail(_ reason: String) { send("STATUS=\(TerminalText.escaped(reason))") }

  func sign() {
    guard let interval, let due = nextSign, due <= .now else { return }
    send("WATCHDOG=1")
    nextSign = .now + interval
  }

  /// Reports to systemd that the watch is about to end.
  func stop() { send("STOPPING=1") }

  /// Sends a message; a failure doesn't end the watch.
  private func send(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      withUnsafePointer(to: address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = sendto(
            descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT), address, addressSize)
        }
      }
    }
  }
}
