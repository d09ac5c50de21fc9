import Foundation
package import TestSupport
import Testing

/// A Wayland compositor without a screen. sway refuses to run as root, so another user runs it there.
package final class WaylandScreen: Sendable {
  /// The folder of the compositor's socket, for `XDG_RUNTIME_DIR`.
  package let folder: String
  /// The name of the socket, for `WAYLAND_DISPLAY`.
  package let display: String
  private let compositor: RunningProgram
  private let directory: TemporaryDirectory

  package static let requirements = [Requirement.program("sway"), .unprivilegedUser]

  private static let nobody: UInt32 = 65534

  package init() async throws {
    directory = try TemporaryDirectory()
    folder = try directory.makeFolder("runtime")
    let configuration = try directory.write("xwayland disable\n", to: "runtime/sway.conf")
    try #require(chmod(folder, 0o700) == 0)
    if geteuid() == 0 {
      for path in [folder, configuration] {
        try #require(chown(path, Self.nobody, Self.nobody) == 0)
      }
      // The folder of the folder has to be entered, too.
      try #require(chmod(directory.path, 0o711) == 0)
    }
    var program = Requirement.asNobody(
      try #require(Requirement.path(ofProgram: "sway")), ["--config", configuration])
    program.environment = [
      "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
      "WLR_RENDERER": "pixman",
    ]
    compositor = try program.start()
    var sockets: [String] = []
    let end = ContinuousClock.now + .seconds(60)
    while sockets.isEmpty, .now < end {
      sockets = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
      try await Task.sleep(for: .milliseconds(20))
    }
    display = try #require(sockets.first, "the compositor did not start")
  }

  deinit {
    compositor.signal(SIGKILL)
  }
}
