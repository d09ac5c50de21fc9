internal import Platform

/// Files that the user names to take back, each by its path before or after a run; a folder names
/// all files in it.
package struct NamedFiles: Sendable {
  /// The absolute paths, without links among their folders.
  private let paths: [[UInt8]]
  /// The names of files in any folder.
  private let names: [[UInt8]]

  /// - Parameter name: a path, absolute or relative to the working folder, which need not exist; or
  ///   the name alone of a file that is in another folder.
  package init(_ name: [UInt8]) {
    paths = [Self.resolved(name)]
    let isHere = OwnedBytes(name).withCString { FileStatus(directory: AT_FDCWD, name: $0) } != nil
    names = name.contains(Self.slash) || isHere ? [] : [name]
  }

  private init(paths: [[UInt8]], names: [[UInt8]]) {
    (self.paths, self.names) = (paths, names)
  }

  /// Returns these files and the other ones.
  package func adding(_ other: NamedFiles) -> NamedFiles {
    NamedFiles(paths: paths + other.paths, names: names + other.names)
  }

  /// True if an operation put a file of that name in place, or took it away.
  package func contain(_ entry: JournalEntry) -> Bool { contain(entry, countsOldNames: true) }

  /// True if an operation changed a file of that name; an undone one if it had put it there.
  func areTouched(by entry: JournalEntry) -> Bool {
    entry.hasEffect && contain(entry, countsOldNames: entry.state != .undone)
  }

  private func contain(_ entry: JournalEntry, countsOldNames: Bool) -> Bool {
    let parts = entry.operation.parts
    // The original of a copy stays as it is.
    let changesOriginal = parts.first.map { $0.kind.removesOriginal || $0.kind == .write } ?? false
    return parts.contains { part in
      covers(part.to) || changesOriginal && countsOldNames && covers(part.from)
    }
  }

  private func covers(_ file: [UInt8]) -> Bool {
    paths.contains { Self.covers($0, file) }
      || names.contains { file.suffix($0.count + 1).elementsEqual([Self.slash] + $0) }
  }

  private static func covers(_ path: [UInt8], _ file: [UInt8]) -> Bool {
    file.starts(with: path) && (file.count == path.count || file[path.count] == slash)
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns the path that a journal has for a file: its folder's real path, as far as that exists.
  private static func resolved(_ name: [UInt8]) -> [UInt8] {
    var folder = name.first == slash ? name : Array("./".utf8) + name
    while folder.count > 1, folder.last == slash { folder.removeLast() }
    let status = OwnedBytes(folder).withCString { FileStatus(directory: AT_FDCWD, name: $0) }
    if status?.kind == .directory, let path = real(folder) { return path }
    var missing: [UInt8] = []
    while let end = folder.lastIndex(of: slash) {
      missing = folder[end...] + missing
      folder = Array(folder[..<end])
      if let path = real(folder.isEmpty ? [slash] : folder) { return path + missing }
    }
    return name
  }

  /// Returns the path of an existing file without links, empty for the root; nil for any other.
  private static func real(_ path: [UInt8]) -> [UInt8]? {
    let real = OwnedBytes(path).withCString { RealPath($0)?.bytes }
    return real?.count == 1 ? [] : real
  }
}
