internal import CBus

/// One message on a bus: written before it is sent, or read when it came. Confined to one thread at a
/// time.
///
/// ```swift
/// call.append("org.example.Name")
/// call.append(container: "a", of: "s") { for name in names { call.append(name) } }
/// ```
///
/// What can't be written is noted, and reported when the message is sent.
package final class BusMessage {
  package enum Kind: UInt8 {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  let message: OpaquePointer
  private let library: BusLibrary
  /// Whether everything could be written.
  private(set) var isSound = true

  init(_ message: OpaquePointer, _ library: BusLibrary) {
    self.message = message
    self.library = library
  }

  deinit {
    _ = library.functions.sd_bus_message_unref(message)
  }

  // MARK: - Writing

  private func note(_ result: Int32) {
    if result < 0 { isSound = false }
  }

  private func append(_ type: Character, _ value: UnsafeRawPointer) {
    note(library.functions.sd_bus_message_append_basic(message, CChar(code: type), value))
  }

  /// Without what follows a NUL, which no text on a bus can have.
  package func append(_ text: String) {
    text.withCString { append("s", $0) }
  }

  package func append(_ number: UInt32) {
    withUnsafePointer(to: number) { append("u", $0) }
  }

  package func append(_ number: Int32) {
    withUnsafePointer(to: number) { append("i", $0) }
  }

  package func append(_ byte: UInt8) {
    withUnsafePointer(to: byte) { append("y", $0) }
  }

  package func append(_ flag: Bool) {
    withUnsafePointer(to: Int32(flag ? 1 : 0)) { append("b", $0) }
  }

  package func append(bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      note(
        library.functions.sd_bus_message_append_array(
          message, CChar(code: "y"), $0.baseAddress, $0.count)
      )
    }
  }

  /// Writes an array (`a`), a variant (`v`), a structure (`r`) or an entry of a dictionary (`e`).
  ///
  /// - Parameter contents: the types of what is in it.
  package func append(container type: Character, of contents: String, _ body: () -> Void) {
    note(library.functions.sd_bus_message_open_container(message, CChar(code: type), contents))
    body()
    note(library.functions.sd_bus_message_close_container(message))
  }

  /// Writes an entry of a dictionary of variants.
  package func append(key: String, _ type: String, _ body: () -> Void) {
    append(container: "e", of: "sv") {
      append(key)
      append(container: "v", of: type, body)
    }
  }

  // MARK: - Reading

  /// The next value of some type; nil where another type comes, or nothing.
  private func read<Value: BitwiseCopyable>(_ type: Character, _ value: Value) -> Value? {
    var value = value
    let result = withUnsafeMutablePointer(to: &value) {
      library.functions.sd_bus_message_read_basic(message, CChar(code: type), $0)
    }
    return result > 0 ? value : nil
  }

  package func readText() -> String? {
    let text: UnsafePointer<CChar>? = nil
    return read("s", text).flatMap { $0.map { String(cString: $0) } }
  }

  package func readNumber() -> UInt32? { read("u", 0) }
  package func readInteger() -> Int32? { read("i", 0) }
  package func readByte() -> UInt8? { read("y", 0) }
  package func readFlag() -> Bool? { read("b", Int32(0)).map { $0 != 0 } }

  package func readBytes() -> [UInt8]? {
    var bytes: UnsafeRawPointer?
    var count = 0
    guard library.functions.sd_bus_message_read_array(message, CChar(code: "y"), &bytes, &count) > 0
    else { return nil }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  package func readTexts() -> [String]? {
    var texts: [String] = []
    let isRead = read(container: "a", of: "s") {
      while let text = readText() { texts.append(text) }
    }
    return isRead ? texts : nil
  }

  /// Reads what is in a container; false where none of that kind comes.
  package func read(container type: Character, of contents: String, _ body: () -> Void) -> Bool {
    guard
      library.functions.sd_bus_message_enter_container(message, CChar(code: type), contents) > 0
    else { return false }
    body()
    return library.functions.sd_bus_message_exit_container(message) >= 0
  }

  /// The types of what is in the variant that comes next.
  package var typeOfVariant: String? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard library.functions.sd_bus_message_peek_type(message, &type, &contents) > 0,
      type == CChar(code: "v")
    else { return nil }
    return contents.map { String(cString: $0) }
  }

  /// Passes over the next value.
  package func skip(_ types: String) {
    _ = library.functions.sd_bus_message_skip(message, types)
  }

  // MARK: - What it is

  package var kind: Kind? {
    var kind: UInt8 = 0
    _ = library.functions.sd_bus_message_get_type(message, &kind)
    return Kind(rawValue: kind)
  }

  /// The unique name of the sender.
  package var sender: String? { text(library.functions.sd_bus_message_get_sender) }
  package var path: String? { text(library.functions.sd_bus_message_get_path) }
  package var interface: String? { text(library.functions.sd_bus_message_get_interface) }
  package var member: String? { text(library.functions.sd_bus_message_get_member) }

  /// The number of the call that it replies to.
  var repliesTo: UInt64? {
    var serial: UInt64 = 0
    let result = library.functions.sd_bus_message_get_reply_cookie(message, &serial)
    return result >= 0 ? serial : nil
  }

  /// The problem that a reply carries.
  var problem: BusProblem? {
    guard let error = library.functions.sd_bus_message_get_error(message), kind == .error else {
      return nil
    }
    return .refused(
      error.pointee.name.map { String(cString: $0) } ?? "",
      error.pointee.message.map { String(cString: $0) } ?? "")
  }

  private func text(
    _ function: ((OpaquePointer?) -> UnsafePointer<CChar>?)?
  ) -> String? {
    function?(message).map { String(cString: $0) }
  }
}

extension CChar {
  /// The letter of a type.
  fileprivate init(code type: Character) {
    self = CChar(bitPattern: type.asciiValue ?? 0)
  }
}
