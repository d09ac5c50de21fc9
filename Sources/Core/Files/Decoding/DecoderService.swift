internal import CSystem
internal import Platform
internal import Synchronization

final class DecoderService: Sendable {
  private struct Inbox {
    var calls: [DecodeCall] = []
    var isOver = false
  }

  private let inbox = Lock(Inbox())
  private let wakeInput: Int32
  private let wakeOutput: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard csystem_socket_pair(&ends) == 0 else { return nil }
    (wakeInput, wakeOutput) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(wakeInput)
    close(wakeOutput)
  }

  func submit(_ call: DecodeCall) {
    inbox.withLock { $0.calls.append(call) }
    wake()
  }

  /// Asks the thread to end all processes and then itself.
  func stop() {
    inbox.withLock { $0.isOver = true }
    wake()
  }

  func serve(_ settings: DecoderSettings) {
    var fleet = DecoderScheduler(settings: settings)
    while true {
      let news = inbox.withLock { inbox in
        defer { inbox.calls = [] }
        return inbox
      }
      for call in news.calls { fleet.append(call) }
      if news.isOver { return fleet.end() }
      fleet.turn(wake: wakeOutput)
      drain()
    }
  }

  private func wake() {
    // A full socket means that a wake-up is pending anyway.
    var byte: UInt8 = 0
    _ = write(wakeInput, &byte, 1)
  }

  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeOutput, &bytes, bytes.count) == bytes.count {}
  }
}
