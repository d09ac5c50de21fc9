import Foundation
package import TestSupport
import Testing

/// A message bus of a test's own, which starts no programs by itself.
package final class PrivateBus: Sendable {
  package let address: String
  private let program: RunningProgram
  private let directory: TemporaryDirectory

  package static let requirement = Requirement.program("dbus-daemon")

  /// - Parameter services: a folder with the programs that it may start; nil for none.
  package init(services: String? = nil) async throws {
    directory = try TemporaryDirectory()
    let configuration = try directory.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(directory.path("bus"))</listen>
        <auth>EXTERNAL</auth>
        \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "bus.conf")
    program = try RunProgram(
      try #require(Requirement.path(ofProgram: "dbus-daemon")),
      ["--nofork", "--nopidfile", "--print-address", "--config-file=\(configuration)"]
    ).start()
    try #require(await program.printed("\n"), "the bus did not start")
    address = program.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Shows notifications on the bus by a program of the test.
  package func desktop(
    whenShown: @escaping @Sendable (ShownNotice, FakeDesktop.Voice) -> Void = { _, _ in }
  ) throws -> FakeDesktop {
    var habits = FakeDesktop.Habits()
    habits.whenShown = whenShown
    return try FakeDesktop(on: address, habits)
  }

  deinit {
    program.signal(SIGKILL)
  }

  /// Ends the bus, and with it every connection.
  package func stop() async {
    await program.end(by: SIGKILL)
  }
}
