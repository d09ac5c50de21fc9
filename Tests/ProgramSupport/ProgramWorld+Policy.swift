import Foundation
package import TestSupport

extension ProgramWorld {
  /// Writes an administrator's policy for ``underPolicy(_:terminal:)``.
  package func makePolicy(_ text: String) throws {
    try directory.write(text, to: "etc/shotflow/policy")
    for name in ["etc/shotflow", "etc/shotflow/policy"] { chmod(path(name), 0o755) }
  }

  /// The program in a mount namespace of its own, where `/etc` is a folder of the test; for tests that
  /// need `.ownMounts`.
  package func underPolicy(_ words: String, terminal: Terminal? = nil) -> RunProgram {
    shell(
      "unshare -rm sh -c 'mount --bind \(path("etc")) /etc && exec \"$shotflow\" \(words)'",
      terminal: terminal)
  }
}
