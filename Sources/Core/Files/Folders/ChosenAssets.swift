/// The assets of a library that the user chose for a rule; all others are ignored.
package final class ChosenAssets: Sendable {
  /// The local identifiers, in the order of their bytes, each once.
  package let identifiers: [[UInt8]]
  private let all: Set<[UInt8]>
  /// The paths of the folders above the chosen files, if the library's identifiers are paths.
  private let folders: Set<[UInt8]>

  package init(_ identifiers: [[UInt8]]) {
    all = Set(identifiers)
    self.identifiers = all.sorted { $0.lexicographicallyPrecedes($1) }
    var folders: Set<[UInt8]> = []
    for identifier in self.identifiers {
      for (place, byte) in identifier.enumerated() where byte == UInt8(ascii: "/") {
        folders.insert(Array(identifier[..<place]))
      }
    }
    self.folders = folders
  }

  package var count: Int { identifiers.count }

  /// Returns true if a name in a folder is that of a chosen file, or of a folder above one.
  package func concerns(_ name: UnsafeRawBufferPointer, in directory: FolderDirectory) -> Bool {
    let path = OwnedBytes(joining: directory.relativePath.bytes, name)
    return withExtendedLifetime(path) {
      let bytes = Array(path.bytes)
      return all.contains(bytes) || folders.contains(bytes)
    }
  }

  package func contains(_ identifier: [UInt8]) -> Bool { all.contains(identifier) }
}
