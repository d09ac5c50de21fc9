/// The desktop's program that opens files and addresses with the program of their type.
package struct DesktopOpener {
  let program: DesktopProgram

  /// Finds it.
  ///
  /// - Returns: nil where there is none.
  init?() {
    let openers = [DesktopProgram("xdg-open"), DesktopProgram("gio", ["open"])]
    guard let program = openers.compactMap(\.self).first else { return nil }
    self.program = program
  }

  static let remedy =
    "there is no program \"xdg-open\" or \"gio\" in PATH; install the package xdg-utils"

  /// Opens an address in the user's browser.
  ///
  /// - Throws: ``FileProblem`` where that can't be done.
  package static func open(_ address: String) throws(FileProblem) {
    guard let opener = DesktopOpener() else { throw FileProblem(remedy) }
    try opener.program.run([address])
  }
}
