extension ChosenAssets {
  /// Whether the asset of Photos with that UUID was chosen.
  package func contains(uuid: String) -> Bool {
    contains(Array(uuid.utf8))
      || contains(Array("\(uuid)\(PhotosIdentifier.assetSuffix)".utf8))
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
