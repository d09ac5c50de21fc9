internal import CSystem
internal import Platform

/// The ways in which a system can end all processes that a program of a rule has started. The first
/// that the system offers is used.
package enum ProgramContainment: String, CaseIterable, Sendable {
  case namespace, group, signals, list

  /// Returns the way that `shotflow-exec` uses on this system; nil if that can't be found out.
  package static func ofSystem() -> Self? {
    guard let launcher = InstalledExecutable("shotflow-exec").path else { return nil }
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = try? ChildProcess(
      path: launcher, arguments: ["ending"], descriptors: [-1, ends[1], -1])
    close(ends[1])
    guard let child else { return nil }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count > 0 { text += buffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    guard child.wait() == .exited(0) else { return nil }
    return Self(rawValue: String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
