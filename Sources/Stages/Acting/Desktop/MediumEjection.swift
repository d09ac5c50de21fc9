/// The unmounting of a memory card, camera or phone, so that the user can take it out.
///
/// A reader of cards keeps its power: without it, the next card would not be noticed.
package struct MediumEjection {
  private let medium: MountedMedium

  /// The time to wait for a program, as what was written last goes to a slow card first.
  private static let patience = Duration.seconds(120)

  package init(_ medium: MountedMedium) {
    self.medium = medium
  }

  /// Unmounts the medium; throws ``FileProblem`` with the reason of the first program if all fail.
  package func run() throws(FileProblem) {
    var first: FileProblem?
    for program in programs {
      do throws(FileProblem) {
        return try program.succeed(within: Self.patience)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? FileProblem("there is no program \"udisksctl\" or \"gio\" in PATH")
  }

  private var programs: [DesktopProgram] {
    let disk = medium.device.flatMap {
      DesktopProgram("udisksctl", ["unmount", "--no-user-interaction", "-b", $0])
    }
    let phone =
      medium.device == nil
      ? DesktopProgram("fusermount3", ["-u", medium.path])
        ?? DesktopProgram("fusermount", ["-u", medium.path]) : nil
    return [
      disk, DesktopProgram("gio", ["mount", "-u", medium.path]), phone,
      DesktopProgram("diskutil", ["eject", medium.path]),
    ].compactMap(\.self)
  }
}
