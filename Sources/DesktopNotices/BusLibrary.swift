internal import CBus

/// libsystemd, opened when the first message is to be sent, so that no other run pays for it.
final class BusLibrary {
  let functions: cbus_library

  init() throws(BusProblem) {
    var functions = cbus_library()
    if let missing = cbus_open(&functions) {
      let name = String(cString: missing)
      throw .unavailable("\(name) is missing; install the package libsystemd0")
    }
    self.functions = functions
  }
}
