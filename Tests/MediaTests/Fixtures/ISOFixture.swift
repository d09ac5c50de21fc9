/// Files built of boxes.
enum ISOFixture {
  static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    box(code: Array(type.utf8), content.flatMap(\.self))
  }

  static func box(code: [UInt8], _ content: [UInt8]) -> [UInt8] {
    ByteBuilder.big(UInt32(content.count + 8)) + code + content
  }

  static func fileType(_ brands: String...) -> [UInt8] {
    box("ftyp", Array(brands[0].utf8), [0, 0, 0, 0], brands.flatMap { Array($0.utf8) })
  }

  /// A HEIF with one picture, its properties in the order given, and an EXIF item.
  static func heif(
    brands: [UInt8] = fileType("heic", "mif1"), properties: [[UInt8]], exif: [UInt8],
    hasOffset: Bool = true
  ) -> [UInt8] {
    let exifItem = (hasOffset ? [0, 0, 0, 0] : []) + exif
    func meta(exifAt offset: Int) -> [UInt8] {
      let places = [UInt8](1...UInt8(properties.count))
      return box(
        "meta", [0, 0, 0, 0],
        box("hdlr", [UInt8](repeating: 0, count: 24)),
        box("pitm", [0, 0, 0, 0, 0, 7]),
        box("iinf", [0, 0, 0, 0, 0, 2], item(7, "hvc1"), item(9, "Exif")),
        box(
          "iloc", [0, 0, 0, 0, 0x44, 0x00], ByteBuilder.big(UInt16(1)),
          ByteBuilder.big(UInt16(9), 0, 1),
          ByteBuilder.big(UInt32(offset), UInt32(exifItem.count))),
        box(
          "iprp", box("ipco", properties.flatMap(\.self)),
          box(
            "ipma", [0, 0, 0, 0], ByteBuilder.big(UInt32(1)), ByteBuilder.big(UInt16(7)),
            [UInt8(places.count)], places)))
    }
    let head = brands + meta(exifAt: 0)
    return brands + meta(exifAt: head.count + 8) + box("mdat", exifItem)
  }

  static func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    box("ispe", [0, 0, 0, 0], ByteBuilder.big(width, height))
  }

  private static func item(_ identifier: UInt16, _ type: String) -> [UInt8] {
    box(
      "infe", [2, 0, 0, 0], ByteBuilder.big(identifier), [0, 0], Array(type.utf8), [0])
  }

  /// A movie header: 2.5 s, one picture track of 1920 x 1080 at 30 frames a second.
  static func movieHeader(
    created: UInt32 = 0, quarterTurns: Int = 0, metadata: [(String, String)] = []
  ) -> [UInt8] {
    let matrices: [[UInt32]] = [
      [0x1_0000, 0, 0, 0, 0x1_0000, 0], [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0],
      [0xFFFF_0000, 0, 0, 0, 0xFFFF_0000, 0], [0, 0xFFFF_0000, 0, 0x1_0000, 0, 0],
    ]
    let matrix = matrices[quarterTurns].flatMap { ByteBuilder.big($0) }
    let track = box(
      "trak",
      box(
        "tkhd", [UInt8](repeating: 0, count: 40), matrix, [UInt8](repeating: 0, count: 12),
        ByteBuilder.big(UInt32(1920 << 16), 1080 << 16)),
      box(
        "mdia", box("mdhd", ByteBuilder.big(UInt32(0), 0, 0, 600, 1500, 0)),
        box(
          "hdlr", ByteBuilder.big(UInt32(0), 0), Array("vide".utf8),
          [UInt8](repeating: 0, count: 12)),
        box("minf", box("stbl", box("stts", ByteBuilder.big(UInt32(0), 1, 75, 20))))))
    return box(
      "moov",
      box(
        "mvhd", ByteBuilder.big(UInt32(0), created, 0, 1000, 2500),
        [UInt8](repeating: 0, count: 80)), track, keyedMetadata(metadata))
  }

  private static func keyedMetadata(_ pairs: [(String, String)]) -> [UInt8] {
    guard !pairs.isEmpty else { return [] }
    var keys = ByteBuilder.big(UInt32(0), UInt32(pairs.count))
    var items: [UInt8] = []
    for (index, (key, value)) in pairs.enumerated() {
      keys += box("mdta", Array("com.apple.quicktime.\(key)".utf8))
      items += box(
        code: ByteBuilder.big(UInt32(index + 1)),
        box("data", ByteBuilder.big(UInt32(1), 0), Array(value.utf8)))
    }
    return box(
      "meta", box("hdlr", [UInt8](repeating: 0, count: 24)), box("keys", keys), box("ilst", items))
  }
}
