internal import Platform

/// The note that the FreeDesktop Trash specification demands for each file in a trash folder: the
/// path that it had, and when it was moved there.
///
///     [Trash Info]
///     Path=/home/ann/Pictures/caf%C3%A9.jpg
///     DeletionDate=2015-09-27T23:29:28
///
/// The note of `Trash/files/a.jpg` is `Trash/info/a.jpg.trashinfo`.
struct TrashInfo {
  static let ending = Array(".trashinfo".utf8)

  private let location: FileLocation
  /// The folder that paths are relative to; nil in the home trash, whose paths are absolute.
  private let top: [UInt8]?

  private static let slash = UInt8(ascii: "/")
  private static let pathKey = Array("Path=".utf8)
  /// The size in bytes of the largest note to read: three for each byte of the longest path.
  private static let limit = 16 << 10

  /// Creates the note of a file, by its absolute path in the trash; nil outside of a trash folder.
  init?(for path: [UInt8]) {
    let names = path.split(separator: Self.slash).map(Array.init)
    guard names.count > 2, names[names.count - 2] == Array("files".utf8), let name = names.last,
      let location = try? FileLocation(
        at: Self.path(names.dropLast(2) + [Array("info".utf8), name + Self.ending]))
    else { return nil }
    self.location = location
    top = Self.top(of: names.dropLast(2))
  }

  private static func path(_ names: some Sequence<[UInt8]>) -> [UInt8] {
    names.flatMap { [slash] + $0 }
  }

  /// Returns the folder above `.Trash-1000` or `.Trash/1000`; nil for the home trash.
  private static func top(of trash: ArraySlice<[UInt8]>) -> [UInt8]? {
    let shared = Array(".Trash".utf8)
    guard let name = trash.last else { return nil }
    if name.starts(with: shared), name.dropFirst(shared.count).first == UInt8(ascii: "-") {
      return path(trash.dropLast())
    }
    return trash.dropLast().last == shared ? path(trash.dropLast(2)) : nil
  }

  var isThere: Bool { location.status != nil }

  /// Writes the note, which survives a power failure; returns false if there is one already.
  func write(_ origin: [UInt8], at moment: Instant) throws(FileProblem) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let made = location.name.withCString {
      openat(location.folder.descriptor, $0, flags, mode_t(PrivateFolder.fileMode))
    }
    guard made >= 0 else {
      if errno == EEXIST { return false }
      throw FileProblem(error: errno)
    }
    defer { close(made) }
    do throws(FileProblem) {
      try text(of: origin, at: moment).write(to: made)
      try PrivateFolder.sync(made)
      try location.syncFolder()
    } catch {
      try? location.remove()
      throw error
    }
    return true
  }

  /// Removes the note if it names `origin`, or is empty, as a run leaves it that is killed before it
  /// writes into it.
  func remove(of origin: [UInt8]) {
    guard let file = try? location.open(), let bytes = try? file.bytes(atMost: Self.limit)
    else { return }
    let line = Self.pathKey + Self.encoded(named(origin))
    let names = bytes.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(line) }
    guard names || bytes.isEmpty else { return }
    try? location.remove()
  }

  func text(of origin: [UInt8], at moment: Instant) -> [UInt8] {
    let local = String(
      unsafeUninitializedCapacity: Instant.longestText
    ) { text in
      text.baseAddress.map { moment.write(by: ClockOffset.ofComputer(at: moment), to: $0) } ?? 0
    }
    // Without milliseconds and offset.
    let date = local.prefix { $0 != "." }
    return Array("[Trash Info]\n".utf8) + Self.pathKey + Self.encoded(named(origin))
      + Array("\nDeletionDate=\(date)\n".utf8)
  }

  /// Returns a path as a note has it: relative to ``top``, or absolute in the home trash.
  private func named(_ origin: [UInt8]) -> [UInt8] {
    guard let top else { return origin }
    let base = FileLocation.joined(top.isEmpty ? [Self.slash] : top, [])
    return origin.starts(with: base) ? Array(origin.dropFirst(base.count)) : origin
  }

  /// Returns a path with `%` and two digits for each byte that RFC 3986 reserves, but slashes.
  private static func encoded(_ path: [UInt8]) -> [UInt8] { path.percentEncoded(keeping: "-_.~/") }
}
