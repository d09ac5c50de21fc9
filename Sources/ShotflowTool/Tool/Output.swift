internal import Platform

/// Text on standard output; messages go to standard error through ``Messages``.
struct Output {
  private let tool: Tool

  init(of tool: Tool) {
    self.tool = tool
  }

  /// Writes all of it. A reader that went away is no error; any other failure ends the program.
  func write(_ text: String, to descriptor: Int32 = 1) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Platform.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno != EPIPE, descriptor == 1 { fail(errno) }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  private func fail(_ error: Int32) -> Never {
    tool.messages().write(
      "can't write the output: \(String(cString: strerror(error)).lowercased())")
    ExitStatus.cannotWrite.exit()
  }
}
