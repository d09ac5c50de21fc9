/// The identifiers that PhotoKit forms from a row's UUID.
enum PhotosIdentifier {
  static let assetSuffix: StaticString = "/L0/001"
  static let albumSuffix = "/L0/040"
  static let folderSuffix = "/L0/020"

  static func uuid(_ identifier: String, suffix: String) -> String? {
    guard identifier.utf8.count > suffix.utf8.count, identifier.hasSuffix(suffix) else {
      return nil
    }
    return String(identifier.dropLast(suffix.count))
  }
}

extension ChosenAssets {
  /// The UUIDs as a JSON list, which SQLite takes as one value. Identifiers without a UUID are no
  /// assets of Photos, and left out.
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
