internal import Platform

/// Finds the user's message bus.
enum BusAddress {
  /// The address in the environment, else the bus in the session's folder; nil without either.
  static var ofUser: String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
    guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    let path = folder + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=\(escaped(path))" : nil
  }

  static func variable(_ name: String) -> String? {
    getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }

  /// Returns a path escaped as an address requires (D-Bus Specification, "Server Addresses").
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let scalar = UnicodeScalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          || "-_/.\\*".unicodeScalars.contains(scalar)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
}
