internal import Platform

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

  /// Unmounts the medium behind a run, which can't read from it any more; throws ``FileProblem`` with
  /// the reason of the first program if all fail.
  package func run() throws(FileProblem) {
    release()
    let folder = leave()
    var first: FileProblem?
    for program in programs {
      do throws(FileProblem) {
        return try program.succeed(within: Self.patience)
      } catch {
        first = first ?? error
      }
    }
    let problem = first ?? FileProblem("there is no program \"udisksctl\" or \"gio\" in PATH")
    guard let folder else { throw problem }
    chdir(folder)
    throw FileProblem(
      "\(problem.reason); the terminal is in a folder of it: leave that by cd, and unmount it then")
  }

  /// Leaves the working folder if it is on the medium, which would hinder the unmounting; returns its
  /// path then, else nil.
  private func leave() -> String? {
    var (disk, facts) = (stat(), stat())
    guard stat(medium.path, &disk) == 0, stat(".", &facts) == 0, facts.st_dev == disk.st_dev,
      let path = RealPath(".")
    else { return nil }
    return chdir("/") == 0 ? path.text : nil
  }

  /// Lets the descriptors of folders and files that an ended run keeps open on the medium lead to
  /// `/dev/null`, as an open folder hinders the unmounting. Their owners close them as ever.
  private func release() {
    var (disk, facts) = (stat(), stat())
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    guard nothing >= 0, stat(medium.path, &disk) == 0,
      let list = try? DirectoryHandle(directory: AT_FDCWD, name: "/dev/fd", followsLink: true)
    else { return }
    for number in list.names(includingLinks: true).compactMap({ Int32($0) })
    where number > STDERR_FILENO && fstat(number, &facts) == 0 && facts.st_dev == disk.st_dev {
      dup2(nothing, number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
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
