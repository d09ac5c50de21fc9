/// What a program says on standard error, line by line, until it said as much as one run may.
struct ProgramMessages {
  private let call: ProgramCall
  private let notices: RunNotices
  private var line: [UInt8] = []
  private var remaining = Self.most

  /// As much as a rule may print.
  static let most = 64 * 1024

  init(of call: ProgramCall, _ notices: RunNotices) {
    self.call = call
    self.notices = notices
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes where remaining > 0 {
      remaining -= 1
      if byte == UInt8(ascii: "\n") { finish() } else { line.append(byte) }
      if remaining == 0 {
        finish()
        notices.pass("\(call.title) said too much; the rest is left out")
      }
    }
  }

  /// Hands on a line that has no end.
  mutating func finish() {
    if !line.isEmpty { notices.pass(String(decoding: line, as: UTF8.self)) }
    line.removeAll(keepingCapacity: true)
  }
}
