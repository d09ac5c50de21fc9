internal import Platform

/// The reason why the launcher `shotflow-exec` could not start a program.
package struct LauncherReport: Sendable {
  private let text: [UInt8]

  /// Waits for the launcher, and closes the pipe from it; nil if the program was started.
  package init?(from pipe: Int32) {
    defer { close(pipe) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(pipe, &buffer, buffer.count)
      if count > 0 { text += buffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    if text.isEmpty { return nil }
    self.text = text
  }

  /// The letter of the step that failed.
  package var step: Character? { String(decoding: text, as: UTF8.self).first }

  /// The system's error, in lower case.
  package var cause: String {
    let number = String(decoding: text, as: UTF8.self).split(separator: " ").last.flatMap {
      Int32($0)
    }
    return String(cString: strerror(number ?? 0)).lowercased()
  }

  /// True if the system has no means to keep a program from writing files or from the network.
  package var lacksJail: Bool { step == "w" || step == "n" }
}
