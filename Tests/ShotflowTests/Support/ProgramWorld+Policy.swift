import Foundation
import TestSupport

extension ProgramWorld {
  /// Writes an administrator's policy for ``underPolicy(_:terminal:)``.
  ///
  /// - Returns: false, with a line, where nobody can have an `/etc` of their own.
  func makePolicy(_ text: String) async throws -> Bool {
    try directory.write(text, to: "etc/shotflow/policy")
    for name in ["etc/shotflow", "etc/shotflow/policy"] { chmod(path(name), 0o755) }
    guard try await underPolicy("--version").result().status == .exited(0) else {
      print("skipped: this system lets nobody have an /etc of their own")
      return false
    }
    return true
  }

  /// The program in a mount namespace of its own, where `/etc` is a folder of the test.
  func underPolicy(_ words: String, terminal: Terminal? = nil) -> RunProgram {
    shell(
      "unshare -rm sh -c 'mount --bind \(path("etc")) /etc && exec \"$shotflow\" \(words)'",
      terminal: terminal)
  }
}
