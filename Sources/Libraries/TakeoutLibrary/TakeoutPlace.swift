internal import Files
internal import Platform

/// The place of a folder in the Takeouts of a library, by the names of the folders above it.
struct TakeoutPlace {
  /// The folder with the archives of one Takeout.
  enum Home: Hashable {
    /// The archives are side by side in the folder with this path, or each in a folder of it.
    case archives(in: [UInt8])
    /// The library itself is a folder in an archive.
    case aroundLibrary
  }

  /// The home of the archive that the folder is in; nil outside of any archive.
  let home: Home?
  /// The path behind the folder `Takeout`, which every archive has, or the whole path.
  let path: [UInt8]
  /// The path of the outermost archive from the library's root, which is empty if the library is in
  /// an archive; nil outside of any archive.
  let archive: OwnedBytes?

  /// True if the folder itself is named like an archive.
  var isArchive: Bool { path.isEmpty && archive?.bytes.isEmpty == false }

  /// - Parameters:
  ///   - path: The path from the library's root.
  ///   - isInside: True if the library is a folder in an archive.
  init(of path: UnsafeRawBufferPointer, _ isInside: Bool) {
    let names = path.split(separator: UInt8(ascii: "/"))
    let archives = names.indices.filter {
      TakeoutFileGroups.isArchive(UnsafeRawBufferPointer(rebasing: names[$0]))
    }
    guard let first = archives.first, let last = archives.last else {
      home = isInside ? .aroundLibrary : nil
      archive = isInside ? OwnedBytes([]) : nil
      self.path = Array(path)
      return
    }
    home = .archives(in: Self.joined(names[..<max(last - 1, 0)]))
    archive = OwnedBytes(Self.joined(names[...first]))
    self.path = Self.joined(names[(last + 1)...])
  }

  /// Returns true if a folder of the path is named like an archive.
  static func isInArchive(_ path: OwnedBytes) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains {
      TakeoutFileGroups.isArchive(UnsafeRawBufferPointer(rebasing: $0))
    }
  }

  private static func joined(_ names: ArraySlice<Slice<UnsafeRawBufferPointer>>) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: "/")]))
  }
}
