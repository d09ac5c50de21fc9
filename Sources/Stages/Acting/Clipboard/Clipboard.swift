internal import Platform

/// The user's clipboard, written by the first that works: `wl-copy`, `xclip`, `xsel`, the terminal
/// (OSC 52).
struct Clipboard {
  private enum Method {
    case wayland(DesktopProgram)
    case xclip(DesktopProgram)
    case xsel(DesktopProgram)
    case system(DesktopProgram)
    case terminal
  }

  private let ways: [Method]

  /// The longest escape sequence in bytes that common terminals accept, with its text in base64.
  private static let terminalLimit = 74_994

  /// Finds programs and terminal; throws ``RunProblem/missingProgram(_:)`` if there is neither.
  init() throws(RunProblem) {
    var ways: [Method] = []
    if DesktopProgram.variable("WAYLAND_DISPLAY") != nil, let program = DesktopProgram("wl-copy") {
      ways.append(.wayland(program))
    }
    if DesktopProgram.variable("DISPLAY") != nil {
      if let program = DesktopProgram("xclip", ["-selection", "clipboard"]) {
        ways.append(.xclip(program))
      }
      if let program = DesktopProgram("xsel", ["--clipboard", "--input"]) {
        ways.append(.xsel(program))
      }
    }
    #if canImport(Darwin)
      if let program = DesktopProgram("pbcopy") { ways.append(.system(program)) }
    #endif
    if let terminal = Self.openTerminal() {
      close(terminal)
      ways.append(.terminal)
    }
    guard !ways.isEmpty else {
      let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
        DesktopProgram.variable($0) != nil
      }
      throw .missingProgram(
        hasDesktop
          ? "clipboard: no program that writes to it was found; install the package wl-clipboard or"
            + " xclip"
          : "clipboard: there is no desktop here, as neither WAYLAND_DISPLAY nor DISPLAY is set, and no"
            + " terminal; run it in a session of the desktop")
    }
    self.ways = ways
  }

  /// Writes a text; throws the ``FileProblem`` of the last program that was tried.
  func put(text: [UInt8]) throws(FileProblem) {
    try first { (way) throws(FileProblem) in
      switch way {
      case .wayland(let program):
        try Self.send(text, to: program, ["--type", "text/plain;charset=utf-8"])
      case .xclip(let program), .xsel(let program), .system(let program):
        try Self.send(text, to: program)
      case .terminal: try Self.write(text)
      }
    }
  }

  /// Writes a picture; throws the ``FileProblem`` of the last program that was tried.
  func put(_ picture: ClipboardPicture) throws(FileProblem) {
    try first { (way) throws(FileProblem) in
      switch way {
      case .wayland(let program):
        try program.run(["--type", picture.type], input: picture.file.descriptor)
      case .xclip(let program):
        try program.run(["-t", picture.type, "-i"], input: picture.file.descriptor)
      case .xsel, .system, .terminal:
        throw FileProblem("a picture takes wl-copy or xclip; install one of them")
      }
    }
  }

  private func first(_ put: (Method) throws(FileProblem) -> Void) throws(FileProblem) {
    var last = FileProblem("there is no clipboard")
    for way in ways {
      do throws(FileProblem) {
        return try put(way)
      } catch {
        last = error
      }
    }
    throw last
  }

  private static func send(
    _ text: [UInt8], to program: DesktopProgram, _ words: [String] = []
  ) throws(FileProblem) {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    try text.write(to: file.descriptor)
    lseek(file.descriptor, 0, SEEK_SET)
    try program.run(words, input: file.descriptor)
  }

  private static func openTerminal() -> Int32? {
    let opened = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    return opened < 0 ? nil : opened
  }

  /// Writes OSC 52, the terminal's sequence; control characters and line ends become spaces.
  private static func write(_ text: [UInt8]) throws(FileProblem) {
    let plain = text.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
    var coded = ByteBuffer(capacity: plain.count * 2)
    plain.withUnsafeBytes { coded.append(base64: $0) }
    // The buffer writes a JSON text, in quotes.
    let escape = Array("\u{1B}]52;c;".utf8) + coded.bytes.dropFirst().dropLast() + [7]
    guard escape.count <= terminalLimit else {
      throw FileProblem("it is too long for the terminal's clipboard; install wl-copy or xclip")
    }
    guard let terminal = openTerminal() else { throw FileProblem(error: errno) }
    defer { close(terminal) }
    try escape.write(to: terminal)
  }
}
