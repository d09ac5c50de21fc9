package import TestSupport

extension ProgramWorld {
  /// Runs a shell script that may mount file systems, seen by nobody else, for tests that need
  /// `.ownMounts`. The program is in the variable `shotflow`; `until_said TEXT FILE` waits for a
  /// message, and `unmount PLACE` for the end of what reads there, as whoever unmounts a disk does.
  package func shellWithMounts(_ script: String) async throws -> ProgramResult {
    try await RunProgram(
      "/usr/bin/unshare",
      [
        "-rm", "sh", "-c",
        """
        until_said() { until grep -q "$1" "$2"; do sleep 0.05; done; }
        unmount() { until umount "$1"; do sleep 0.05; done; }
        \(script)
        """,
      ],
      environment: environment.merging([
        "shotflow": Products.shotflow, "PATH": "/usr/bin:/bin",
      ]) { $1 },
      workingFolder: directory.path, timeout: .seconds(240)
    ).result()
  }
}
