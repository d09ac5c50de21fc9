/// A HEIC or AVIF as its headers describe it; the coded picture is not one (ISO/IEC 23008-12).
package struct HEIFPicture: SampleFile {
  /// Before the rotation.
  package var width: Int
  package var height: Int
  /// The first brand: `heic` or `avif`; others are written as they are.
  package var brand = "heic"
  /// The brands after it.
  package var compatibleBrands = ["mif1", "miaf"]
  /// Anticlockwise, in degrees: 0, 90, 180 or 270.
  package var rotation = 0
  /// The part of the picture that is shown.
  package var cleanAperture: (width: Int, height: Int)?
  /// The number of pieces of each item, one behind the other.
  package var piecesPerItem = 1
  /// True if the picture is a grid of tiles of 512x512, as phones write it.
  package var isGrid = false
  package var exif: EXIFBlock?
  package var xmp: XMPPacket?
  /// The coding of the pictures: the content of `hvcC`, or of `av1C`.
  package var configuration: [UInt8]?
  /// The bytes in place of the coded picture.
  package var payload: [UInt8]

  package init(
    width: Int, height: Int, seed: UInt64 = 0, _ fill: (inout HEIFPicture) -> Void = { _ in }
  ) {
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: seed)
    payload = generator.bytes(count: 1024)
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var brands = Array(brand.utf8)
    brands.append(UInt32(0), .big)
    brands.append(([brand] + compatibleBrands).joined())
    let type = Box("ftyp", brands).encoded()
    let items = items
    // The item table's size does not depend on the offsets that it holds.
    let length = metadataBox(items, dataOffset: 0).count
    let metadata = metadataBox(items, dataOffset: type.count + length + 8)
    return type + metadata + Box("mdat", items.flatMap(\.content)).encoded()
  }

  private var items: [HEIFItem] {
    let coded = brand == "avif" ? "av01" : "hvc1"
    var items: [HEIFItem] = []
    if isGrid {
      let columns = (width + 511) / 512
      let rows = (height + 511) / 512
      let tiles = (0..<columns * rows).map { index in
        HEIFItem(number: index + 1, type: coded, content: payload, width: 512, height: 512)
      }
      var layout: [UInt8] = [0, 1, UInt8(rows - 1), UInt8(columns - 1)]
      layout.append(UInt32(width), .big)
      layout.append(UInt32(height), .big)
      let grid = HEIFItem(
        number: tiles.count + 1, type: "grid", content: layout, width: width, height: height,
        references: [("dimg", tiles.map(\.number))])
      items = tiles + [grid]
    } else {
      items = [HEIFItem(number: 1, type: coded, content: payload, width: width, height: height)]
    }
    let primary = items.count
    if let exif {
      // The four bytes are the offset of the TIFF header behind them.
      items.append(
        HEIFItem(
          number: items.count + 1, type: "Exif",
          content: [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif.encoded(),
          references: [("cdsc", [primary])]))
    }
    if let xmp {
      items.append(
        HEIFItem(
          number: items.count + 1, type: "mime", content: xmp.encoded(),
          contentType: "application/rdf+xml", references: [("cdsc", [primary])]))
    }
    return items
  }

  private func metadataBox(_ items: [HEIFItem], dataOffset: Int) -> [UInt8] {
    let primary = items.last { $0.width != nil }?.number ?? 1
    let handler = Box("hdlr", version: 0) {
      $0.append("\0\0\0\0pict")
      $0.append(contentsOf: repeatElement(0, count: 13))
    }
    let primaryItem = Box("pitm", version: 0) { $0.append(UInt16(primary), .big) }
    let locations = Box("iloc", version: 0) {
      $0.append(contentsOf: [0x44, 0])
      $0.append(UInt16(items.count), .big)
      var offset = dataOffset
      for item in items {
        $0.append(UInt16(item.number), .big)
        $0.append(UInt16(0), .big)
        let pieces = max(1, min(piecesPerItem, item.content.count))
        $0.append(UInt16(pieces), .big)
        for piece in 0..<pieces {
          let start = item.content.count * piece / pieces
          let end = item.content.count * (piece + 1) / pieces
          $0.append(UInt32(offset + start), .big)
          $0.append(UInt32(end - start), .big)
        }
        offset += item.content.count
      }
    }
    let information = Box("iinf", version: 0) {
      $0.append(UInt16(items.count), .big)
      for item in items { $0.append(contentsOf: item.information.encoded()) }
    }
    let references = Box("iref", version: 0) {
      for item in items {
        for reference in item.referenceBoxes { $0.append(contentsOf: reference.encoded()) }
      }
    }
    return Box("meta", version: 0) {
      for box in [
        handler, primaryItem, locations, information, references, properties(items, primary),
      ] {
        $0.append(contentsOf: box.encoded())
      }
    }.encoded()
  }

  /// The sizes of the items, once each, and the rotation of the primary one.
  private func properties(_ items: [HEIFItem], _ primary: Int) -> Box {
    var boxes: [[UInt8]] = []
    let associations = items.compactMap { item -> (number: Int, properties: [UInt8])? in
      guard let width = item.width, let height = item.height else { return nil }
      var own = [
        Box("ispe", version: 0) {
          $0.append(UInt32(width), .big)
          $0.append(UInt32(height), .big)
        }
      ]
      if let configuration, item.type != "grid" {
        own.append(Box(brand == "avif" ? "av1C" : "hvcC", configuration))
      }
      if item.number == primary, let cleanAperture {
        own.append(
          Box(
            "clap",
            [cleanAperture.width, 1, cleanAperture.height, 1, 0, 1, 0, 1].flatMap { number in
              withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
            }))
      }
      if item.number == primary, rotation != 0 {
        own.append(Box("irot", [UInt8(rotation / 90 % 4)]))
      }
      let numbers = own.map { box -> UInt8 in
        let bytes = box.encoded()
        if let known = boxes.firstIndex(of: bytes) { return UInt8(known + 1) }
        boxes.append(bytes)
        return UInt8(boxes.count)
      }
      return (item.number, numbers)
    }
    let association = Box("ipma", version: 0) {
      $0.append(UInt32(associations.count), .big)
      for (number, properties) in associations {
        $0.append(UInt16(number), .big)
        $0.append(UInt8(properties.count))
        $0.append(contentsOf: properties)
      }
    }
    return Box("iprp", [Box("ipco", boxes.flatMap { $0 }), association])
  }
}
