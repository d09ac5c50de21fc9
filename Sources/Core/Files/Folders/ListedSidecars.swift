internal import Media

/// The XMP files of a folder, and the files that they describe, by ``EquivalentName``:
/// `IMG_1.JPG.xmp` belongs to `IMG_1.JPG`; `IMG_1.xmp` to other `IMG_1.…` without their own. The same
/// name comes first: `IMG_1.jpg.xmp` is not that of `IMG_1.JPG` if there is an `IMG_1.jpg`.
struct ListedSidecars {
  private(set) var entries: [DirectoryListing.Entry] = []
  /// The index in ``entries`` of each file's sidecar, or -1; empty without sidecars.
  private var places: [Int32] = []

  private static let suffix: StaticString = ".xmp"

  /// Returns true if a name ends with `.xmp`; checks the last letter first, for speed.
  static func isSidecar(_ name: UnsafeRawBufferPointer) -> Bool {
    let start = name.count - suffix.utf8CodeUnitCount
    guard start > 0, lower(name[name.count - 1]) == UInt8(ascii: "p") else { return false }
    return (0..<suffix.utf8CodeUnitCount).allSatisfy {
      lower(name[start + $0]) == suffix.utf8Start[$0]
    }
  }

  /// Moves the sidecars out of the list of files, which is sorted by name.
  init(takenFrom files: inout [DirectoryListing.Entry], in names: UnsafeRawBufferPointer) {
    let found = files.filter { Self.isSidecar(DirectoryListing.slice($0, names)) }
    guard !found.isEmpty else { return }
    files.removeAll { Self.isSidecar(DirectoryListing.slice($0, names)) }
    entries = found
    var table: [Int: Int32] = [:]
    // The sidecars whose names are equivalent to that of another one, by their bytes.
    var repeated: [[UInt8]: Int32] = [:]
    for (place, entry) in found.enumerated() {
      let base = Self.base(entry, names)
      let hash = EquivalentName.hash(base)
      guard let known = table[hash] else {
        table[hash] = Int32(truncatingIfNeeded: place)
        continue
      }
      repeated[Array(Self.base(found[Int(known)], names))] = known
      repeated[Array(base)] = Int32(truncatingIfNeeded: place)
    }
    let sorted = files
    places = sorted.map { file in
      let name = DirectoryListing.slice(file, names)
      for wanted in [name, FilenameStem.stem(of: name)] {
        guard let place = table[EquivalentName.hash(wanted)] else { continue }
        let base = Self.base(found[Int(place)], names)
        if base.elementsEqual(wanted) { return place }
        if !repeated.isEmpty, let same = repeated[Array(wanted)] { return same }
        if EquivalentName.areEqual(base, wanted), !Self.has(base, among: sorted, names) {
          return place
        }
      }
      return -1
    }
  }

  /// Returns true if a file has exactly that name; the files are sorted by their names.
  private static func has(
    _ name: UnsafeRawBufferPointer, among files: [DirectoryListing.Entry],
    _ names: UnsafeRawBufferPointer
  ) -> Bool {
    var range = files.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = TextSpan(DirectoryListing.slice(files[middle], names))
      if found.hasSameBytes(as: name) { return true }
      range =
        found.precedes(TextSpan(name))
        ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  func entry(beside file: Int) -> DirectoryListing.Entry? {
    guard !places.isEmpty, places[file] >= 0 else { return nil }
    return entries[Int(places[file])]
  }

  private static func base(
    _ entry: DirectoryListing.Entry, _ names: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: DirectoryListing.slice(entry, names).dropLast(4))
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
