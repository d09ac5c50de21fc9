/// The assets of a library that a person chose for a rule; the rest does not exist for it.
package final class ChosenAssets: Sendable {
  /// The local identifiers, in the order of their bytes, each once.
  package let identifiers: [[UInt8]]
  private let all: Set<[UInt8]>
  /// The folders on the way to one, for a library whose identifiers are paths.
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

  /// Whether a name of a folder library is that of a chosen file, or of a folder that leads to one.
  func concerns(_ name: UnsafeRawBufferPointer, in directory: FolderDirectory) -> Bool {
    let path = OwnedBytes(joining: directory.relativePath.bytes, name)
    return withExtendedLifetime(path) {
      let bytes = Array(path.bytes)
      return all.contains(bytes) || folders.contains(bytes)
    }
  }

  /// Whether the asset of Photos with that UUID was chosen.
  func contains(uuid: String) -> Bool {
    all.contains(Array(uuid.utf8))
      || all.contains(Array("\(uuid)\(PhotosIdentifier.assetSuffix)".utf8))
  }

  /// The UUIDs of Photos' identifiers as a list in JSON, which SQLite takes as one value.
  ///
  /// What is no UUID is no asset of Photos, and left out.
  var uuidList: String {
    let uuids = identifiers.compactMap { identifier -> String? in
      let uuid = identifier.prefix { $0 != UInt8(ascii: "/") }
      guard !uuid.isEmpty, uuid.allSatisfy(Self.isPlain) else { return nil }
      return "\"\(String(decoding: uuid, as: UTF8.self))\""
    }
    return "[\(uuids.joined(separator: ","))]"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
