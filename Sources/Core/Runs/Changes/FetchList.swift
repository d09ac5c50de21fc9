/// The keys of a fetch's assets in order, each with a fingerprint of the asset's state. A million
/// assets of Photos take 37 MB. Not safe for concurrent use until it is complete.
package final class FetchList {
  /// The paths of the libraries. An asset's key begins with the index of its library in this list.
  package private(set) var libraries: [[UInt8]]
  private(set) var versions: [UInt64] = []
  /// The encoded keys of the assets, concatenated.
  package private(set) var names: [UInt8] = []
  /// The end offset of each asset's key in ``names``.
  package private(set) var ends: [UInt32] = []

  /// - Parameter libraries: The libraries of an earlier fetch, so that keys of the same asset are
  ///   equal in both.
  package init(libraries: [[UInt8]] = []) {
    self.libraries = libraries
  }

  /// Creates a list; nil unless every key is within `names` and refers to a library of the list.
  package init?(libraries: [[UInt8]], versions: [UInt64], names: [UInt8], ends: [UInt32]) {
    self.libraries = libraries
    self.versions = versions
    self.names = names
    self.ends = ends
    guard versions.count == ends.count, Int(ends.last ?? 0) == names.count else { return nil }
    var start = 0
    for end in ends {
      guard Int(end) >= start, Int(end) <= names.count,
        AssetKey.isWhole(names[start..<Int(end)], libraries: libraries.count)
      else { return nil }
      start = Int(end)
    }
  }

  /// Returns the list without files that are neither pictures nor movies.
  func withoutOtherFiles() -> FetchList {
    let headers = HeaderReaderPool()
    let kept = FetchList(libraries: libraries)
    var start = 0
    for (end, version) in zip(ends, versions) {
      let name = names[start..<Int(end)]
      start = Int(end)
      let (library, identifier) = AssetKey.read(name)
      let path = libraries[library] + [UInt8(ascii: "/")] + identifier
      guard FileAsset(path: path, headers: headers).isPictureOrMovie else { continue }
      kept.names += name
      kept.ends.append(UInt32(kept.names.count))
      kept.versions.append(version)
    }
    return kept
  }

  /// The number of assets.
  package var count: Int { versions.count }

  /// Appends an asset; returns false if the list has 2³¹ - 1 assets or its keys would take 4 GiB.
  package func append(_ name: AssetKey, version: UInt64) -> Bool {
    guard names.count + name.bytes.count < Int(UInt32.max), count < Int(Int32.max) else {
      return false
    }
    names += name.bytes
    ends.append(UInt32(names.count))
    versions.append(version)
    return true
  }

  /// Returns the index of the library at a path, and adds it to ``libraries`` if it is new.
  package func place(of library: UnsafeRawBufferPointer) -> Int {
    if let known = libraries.firstIndex(where: { TextSpan(library).hasSameBytes(as: $0) }) {
      return known
    }
    libraries.append(Array(library))
    return libraries.count - 1
  }

  /// Returns the encoded key of the asset at an index.
  package func name(_ index: Int) -> ArraySlice<UInt8> {
    names[(index > 0 ? Int(ends[index - 1]) : 0)..<Int(ends[index])]
  }

  /// Returns the library's path and the identifier of the asset at an index.
  package func identity(_ index: Int) -> (library: [UInt8], identifier: [UInt8]) {
    let (place, identifier) = AssetKey.read(name(index))
    return (libraries[place], identifier)
  }
}

extension TextSpan {
  fileprivate func hasSameBytes(as other: [UInt8]) -> Bool {
    other.withUnsafeBytes { hasSameBytes(as: $0) }
  }
}
