/// The assets of a fetch by their names, in order, and what each of them was like.
///
/// Compact: the assets of a million rows of Photos take 37 MB. Confined to whoever makes it, until it
/// is whole.
package final class FetchList {
  /// Whose assets these are; an asset's name begins with the place of its library here.
  package private(set) var libraries: [[UInt8]]
  private(set) var versions: [UInt64] = []
  /// The names of the assets, one behind the other.
  package private(set) var names: [UInt8] = []
  /// Where the name of each asset ends.
  package private(set) var ends: [UInt32] = []

  /// - Parameter libraries: those of an earlier fetch, so that equal names are equal in both.
  package init(libraries: [[UInt8]] = []) {
    self.libraries = libraries
  }

  /// Nil unless every name lies within `names` and names a library.
  package init?(libraries: [[UInt8]], versions: [UInt64], names: [UInt8], ends: [UInt32]) {
    self.libraries = libraries
    self.versions = versions
    self.names = names
    self.ends = ends
    guard versions.count == ends.count, Int(ends.last ?? 0) == names.count else { return nil }
    var start = 0
    for end in ends {
      guard Int(end) >= start, Int(end) <= names.count,
        AssetName.isWhole(names[start..<Int(end)], libraries: libraries.count)
      else { return nil }
      start = Int(end)
    }
  }

  package var count: Int { versions.count }

  /// - Returns: false when more is in it than can be counted.
  package func append(_ name: AssetName, version: UInt64) -> Bool {
    guard names.count + name.bytes.count < Int(UInt32.max), count < Int(Int32.max) else {
      return false
    }
    names += name.bytes
    ends.append(UInt32(names.count))
    versions.append(version)
    return true
  }

  /// The place of a library, which is noted when it is met first.
  package func place(of library: UnsafeRawBufferPointer) -> Int {
    if let known = libraries.firstIndex(where: { TextSpan(library).hasSameBytes(as: $0) }) {
      return known
    }
    libraries.append(Array(library))
    return libraries.count - 1
  }

  package func name(_ index: Int) -> ArraySlice<UInt8> {
    names[(index > 0 ? Int(ends[index - 1]) : 0)..<Int(ends[index])]
  }

  /// The library and the identifier of an asset.
  package func identity(_ index: Int) -> (library: [UInt8], identifier: [UInt8]) {
    let (place, identifier) = AssetName.read(name(index))
    return (libraries[place], identifier)
  }
}

extension TextSpan {
  fileprivate func hasSameBytes(as other: [UInt8]) -> Bool {
    other.withUnsafeBytes { hasSameBytes(as: $0) }
  }
}
