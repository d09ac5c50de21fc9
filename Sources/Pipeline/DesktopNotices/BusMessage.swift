internal import CSystem

/// A D-Bus message, to be written and sent, or received and read. Confined to one thread at a time.
/// A failure to write is reported when the message is sent.
///
/// ```swift
/// call.append("org.example.Name")
/// call.append(container: "a", of: "s") { for name in names { call.append(name) } }
/// ```
package final class BusMessage {
  /// The types of messages, with their numbers in the protocol.
  package enum Kind: UInt8 {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  let message: OpaquePointer
  private let library: BusLibrary
  /// True if no write to the message has failed.
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

  /// Writes a text up to its first NUL, which no text on a bus can contain.
  package func append(_ text: String) {
    text.withCString { append("s", $0) }
  }

  /// Writes an unsigned integer (`u`).
  package func append(_ number: UInt32) {
    withUnsafePointer(to: number) { append("u", $0) }
  }

  /// Writes an integer (`i`).
  package func append(_ number: Int32) {
    withUnsafePointer(to: number) { append("i", $0) }
  }

  /// Writes a byte (`y`).
  package func append(_ byte: UInt8) {
    withUnsafePointer(to: byte) { append("y", $0) }
  }

  /// Writes a Boolean (`b`).
  package func append(_ flag: Bool) {
    withUnsafePointer(to: Int32(flag ? 1 : 0)) { append("b", $0) }
  }

  /// Writes an array of bytes (`ay`).
  package func append(bytes: [UInt8]) {
    bytes.withUnsafeBytes {
      note(
        library.functions.sd_bus_message_append_array(
          message, CChar(code: "y"), $0.baseAddress, $0.count)
      )
    }
  }

  /// Writes an array (`a`), a variant (`v`), a structure (`r`) or an entry of a dictionary (`e`);
  /// `contents` are the types of its elements.
  package func append(container type: Character, of contents: String, _ body: () -> Void) {
    note(library.functions.sd_bus_message_open_container(message, CChar(code: type), contents))
    body()
    note(library.functions.sd_bus_message_close_container(message))
  }

  /// Writes an entry of a dictionary from texts to variants; `body` writes a value of `type`.
  package func append(key: String, _ type: String, _ body: () -> Void) {
    append(container: "e", of: "sv") {
      append(key)
      append(container: "v", of: type, body)
    }
  }

  // MARK: - Reading

  /// Reads the next value; returns nil if it has another type, or none exists.
  private func read<Value: BitwiseCopyable>(_ type: Character, _ value: Value) -> Value? {
    var value = value
    let result = withUnsafeMutablePointer(to: &value) {
      library.functions.sd_bus_message_read_basic(message, CChar(code: type), $0)
    }
    return result > 0 ? value : nil
  }

  /// Reads a text (`s`); returns nil if the next value is no text.
  package func readText() -> String? {
    let text: UnsafePointer<CChar>? = nil
    return read("s", text).flatMap { $0.map { String(cString: $0) } }
  }

  /// Reads an unsigned integer (`u`); returns nil if the next value has another type.
  package func readNumber() -> UInt32? { read("u", 0) }
  /// Reads an integer (`i`); returns nil if the next value has another type.
  package func readInteger() -> Int32? { read("i", 0) }
  /// Reads a byte (`y`); returns nil if the next value has another type.
  package func readByte() -> UInt8? { read("y", 0) }
  /// Reads a Boolean (`b`); returns nil if the next value has another type.
  package func readFlag() -> Bool? { read("b", Int32(0)).map { $0 != 0 } }

  /// Reads an array of bytes (`ay`); returns nil if the next value has another type.
  package func readBytes() -> [UInt8]? {
    var bytes: UnsafeRawPointer?
    var count = 0
    guard library.functions.sd_bus_message_read_array(message, CChar(code: "y"), &bytes, &count) > 0
    else { return nil }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Reads an array of texts (`as`); returns nil if the next value has another type.
  package func readTexts() -> [String]? {
    var texts: [String] = []
    let isRead = read(container: "a", of: "s") {
      while let text = readText() { texts.append(text) }
    }
    return isRead ? texts : nil
  }

  /// Reads a container's elements; returns false if the next value is no such container.
  package func read(container type: Character, of contents: String, _ body: () -> Void) -> Bool {
    guard
      library.functions.sd_bus_message_enter_container(message, CChar(code: type), contents) > 0
    else { return false }
    body()
    return library.functions.sd_bus_message_exit_container(message) >= 0
  }

  /// The type of the next value's content, such as `s`, if that is a variant; nil if it is not.
  package var typeOfVariant: String? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard library.functions.sd_bus_message_peek_type(message, &type, &contents) > 0,
      type == CChar(code: "v")
    else { return nil }
    return contents.map { String(cString: $0) }
  }

  /// Skips the next values; `types` are their types, such as `sv`.
  package func skip(_ types: String) {
    _ = library.functions.sd_bus_message_skip(message, types)
  }

  // MARK: - Properties

  package var kind: Kind? {
    var kind: UInt8 = 0
    _ = library.functions.sd_bus_message_get_type(message, &kind)
    return Kind(rawValue: kind)
  }

  /// The sender's unique name on the bus, such as `:1.42`; nil if the bus set none.
  package var sender: String? { text(library.functions.sd_bus_message_get_sender) }
  /// The path of the object that is called, or that sent a signal; nil for a reply.
  package var path: String? { text(library.functions.sd_bus_message_get_path) }
  /// The interface of the method or signal; nil for a reply.
  package var interface: String? { text(library.functions.sd_bus_message_get_interface) }
  /// The name of the method or signal; nil for a reply.
  package var member: String? { text(library.functions.sd_bus_message_get_member) }

  /// The serial number of the call that this message replies to; nil if it is no reply.
  var repliesTo: UInt64? {
    var serial: UInt64 = 0
    let result = library.functions.sd_bus_message_get_reply_cookie(message, &serial)
    return result >= 0 ? serial : nil
  }

  /// The error of an error reply, as ``BusProblem/refused(_:_:)``; nil for other messages.
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
  fileprivate init(code type: Character) {
    self = CChar(bitPattern: type.asciiValue ?? 0)
  }
}
