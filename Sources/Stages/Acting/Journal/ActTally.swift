/// The files that a run moved, copied, linked and trashed so far, for the message at its end.
package struct ActTally: Sendable {
  /// The files of operations of one kind.
  package struct Count: Sendable {
    /// The kind of the operations, which is that of their main files.
    package let kind: FileOperation.Kind
    /// The number of files.
    package fileprivate(set) var files = 0
    /// The size of the files in bytes.
    package fileprivate(set) var bytes: Int64 = 0
    /// The deepest folder that contains the new paths of all files.
    package fileprivate(set) var folder = CommonFolder()
    /// True if all files are in the folders where they were.
    package fileprivate(set) var renamesOnly = true
  }

  /// One count for each kind, in the order of their first operations.
  package private(set) var counts: [Count] = []
  /// The files that got a second copy.
  package private(set) var backups = Count(kind: .copy)
  /// The number of files that were in place.
  package var inPlace = 0
  /// The number of files whose equals the run put there.
  package var same = 0
  /// The numbers of assets that stay in libraries that keep account of their files, by the
  /// libraries' paths.
  package var kept: [String: Int] = [:]
  /// The paths of the folders that are empty now, and that shotflow did not make.
  package var emptied: [[UInt8]] = []

  /// Returns the words for a number of files that were in place, and of those whose equals were put
  /// there.
  package static func inPlace(_ files: Int, same: Int) -> [String] {
    var texts: [String] = []
    if files > 0 {
      texts.append(files == 1 ? "1 file was in place" : "\(files) files were in place")
    }
    if same > 0 {
      texts.append(
        same == 1 ? "1 file is the same as another" : "\(same) files are the same as others")
    }
    return texts
  }

  /// - Parameter count: the number of parts, the last ones, that are second copies.
  mutating func add(_ operation: FileOperation, backups count: Int = 0) {
    for part in operation.parts.suffix(count) { backups.add(part) }
    let parts = operation.parts.dropLast(count)
    guard let main = parts.first else { return }
    // A file that was there already is moved onto that.
    let kind = main.kind == .moveOnto ? .move : main.kind
    let place = counts.firstIndex { $0.kind == kind } ?? counts.endIndex
    if place == counts.endIndex {
      counts.append(Count(kind: kind))
    }
    for part in parts { counts[place].add(part) }
  }
}

extension ActTally.Count {
  fileprivate mutating func add(_ part: FileOperation.Part) {
    files += 1
    bytes += part.byteCount
    folder.add(part.to)
    if CommonFolder(of: part.from) != CommonFolder(of: part.to) { renamesOnly = false }
  }
}
