internal import CSystem
internal import Foundation

/// Closes a file that is open for writing, and waits until no process has it open for writing, at
/// most a minute.
///
/// A process that another test starts holds what this one has open, until it executes its program;
/// only then does a file count as closed.
package func closeForAll(_ file: Int32) {
  let reading = open("/dev/fd/\(file)", O_RDONLY | O_CLOEXEC)
  close(file)
  guard reading >= 0 else { return }
  let end = ContinuousClock.now + .seconds(60)
  while csystem_has_writers(reading) == CSYSTEM_WRITERS_SOME, .now < end { usleep(500) }
  close(reading)
}
