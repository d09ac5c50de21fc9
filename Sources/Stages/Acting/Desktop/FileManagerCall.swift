/// The call of `org.freedesktop.FileManager1` that shows files, selected in their folder.
struct FileManagerCall: Sendable {
  private let program: DesktopProgram
  private let isSend: Bool

  private static let interface = "org.freedesktop.FileManager1"
  private static let object = "/org/freedesktop/FileManager1"

  /// The installed programs that can make the call, the preferred one first.
  static var programs: [FileManagerCall] {
    let call = DesktopProgram(
      "gdbus",
      [
        "call", "--session", "--timeout", "4", "--dest", interface, "--object-path", object,
        "--method", "\(interface).ShowItems",
      ])
    let send = DesktopProgram(
      "dbus-send",
      [
        "--session", "--print-reply", "--reply-timeout=4000", "--dest=\(interface)", object,
        "\(interface).ShowItems",
      ])
    return [(call, false), (send, true)].compactMap { program, isSend in
      program.map { FileManagerCall(program: $0, isSend: isSend) }
    }
  }

  /// Shows the files; throws ``FileProblem`` if no file manager answers.
  func run(_ paths: [[UInt8]]) throws(FileProblem) {
    let places = paths.compactMap { FileURI(path: $0) }.map(Self.plain)
    if isSend {
      try program.run(["array:string:\(places.joined(separator: ","))", "string:"])
    } else {
      let list = places.map { "'\($0)'" }.joined(separator: ", ")
      try program.run(["[\(list)]", ""])
    }
  }

  /// Returns the address with `'`, `,` and `\` escaped, which separate the programs' arguments.
  private static func plain(_ place: FileURI) -> String {
    place.bytes.map { byte in
      switch byte {
      case UInt8(ascii: "'"): "%27"
      case UInt8(ascii: ","): "%2C"
      case UInt8(ascii: "\\"): "%5C"
      default: String(UnicodeScalar(byte))
      }
    }.joined()
  }
}
