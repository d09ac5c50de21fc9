internal import Platform

/// Why a program could not be started.
package struct SpawnProblem: Error, Hashable {
  /// What the system said, as errno.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Whether it may be possible a little later, when others have ended.
  var isPassing: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) }

  package var text: String { String(cString: strerror(code)).lowercased() }
}
