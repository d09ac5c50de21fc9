internal import CSystem
internal import Platform

/// The folder of the system's time zone files, one for each place.
struct ZoneFolder {
  let path: String

  /// The folder of `TZDIR`, or the one that systems have.
  static var system: ZoneFolder {
    ZoneFolder(path: getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo")
  }

  /// The zone of a place, such as `Europe/Vienna`; nil if it has no file or is no such name.
  func table(named name: String) -> ZoneTable? {
    let isName = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        // No `.` is in a name, so that none leads out of the folder.
        !part.isEmpty && part.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") }
      }
    return isName ? Self.table(at: "\(path)/\(name)") : nil
  }

  /// The zone that the variable `TZ` names, in the way of the C library: a file (`:path`,
  /// `Europe/Vienna`), a rule (`CET-1CEST,M3.5.0,M10.5.0/3`), or the system's zone where there is no
  /// variable; UTC for all else.
  func table(variable: String?) -> ZoneTable {
    guard var name = variable else { return Self.table(at: "/etc/localtime") ?? .utc }
    if name.first == ":" { name.removeFirst() }
    if name.isEmpty { return .utc }
    return Self.table(at: name.first == "/" ? name : "\(path)/\(name)")
      ?? ZoneRule(name).map { ZoneTable($0) } ?? .utc
  }

  private static func table(at path: String) -> ZoneTable? {
    // Opening a pipe would wait for its other end.
    let file = csystem_open_at(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= ZoneFile.longest
    else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: Int(facts.st_size), alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = csystem_read_at(file, start, buffer.count, 0)
      return count > 0 ? ZoneFile(Bytes(start: start, count: count))?.table : nil
    }
  }
}
