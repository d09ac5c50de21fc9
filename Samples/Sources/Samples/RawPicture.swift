/// A camera's raw file that is built like a TIFF; the sensor's data are fake.
///
/// The directories are where each maker puts them, so that a reader finds all pictures as in a real
/// file.
package struct RawPicture: SampleFile {
  package enum Kind: Sendable, CaseIterable {
    /// Adobe's DNG 1.4: a small picture first, the full one in a sub-directory.
    case dng
    /// Canon's CR2: a preview, a thumbnail, a small picture, the full one.
    case cr2
    /// Nikon's NEF: a thumbnail first, a preview and the full picture in sub-directories.
    case nef
    /// Sony's ARW: a preview first, the full picture in a sub-directory, a thumbnail behind.
    case arw
    /// Nikon's NRW: like NEF, with a JPEG for a thumbnail.
    case nrw
    /// Samsung's SRW and Hasselblad's 3FR: a thumbnail first, the full picture in a sub-directory.
    case srw, threeFR
    /// Pentax' PEF: the full picture first, a thumbnail and a preview behind it.
    case pef
    /// Olympus' ORF: the full picture first, a preview that the maker's note names.
    case orf
    /// Phase One's IIQ: a thumbnail first, the full picture's size in EXIF.
    case iiq
  }

  package var kind: Kind
  /// Before orientation is applied.
  package var width: Int
  package var height: Int
  package var exif: EXIFBlock
  /// A whole JPEG file.
  package var preview: [UInt8]
  /// The bytes in place of the sensor's data.
  package var payload: [UInt8]

  package init(
    _ kind: Kind, width: Int, height: Int, seed: UInt64 = 0,
    _ fill: (inout RawPicture) -> Void = { _ in }
  ) {
    self.kind = kind
    self.width = width
    self.height = height
    exif = EXIFBlock {
      $0.make = Self.make(kind)
      $0.pixelWidth = UInt32(width)
      $0.pixelHeight = UInt32(height)
    }
    preview = JPEGPicture(width: 160, height: 120, seed: seed).encoded()
    var generator = SeededGenerator(seed: seed)
    payload = generator.bytes(count: 2048)
    fill(&self)
  }

  private static func make(_ kind: Kind) -> String {
    switch kind {
    case .dng: "Adobe"
    case .cr2: "Canon"
    case .nef, .nrw: "NIKON CORPORATION"
    case .arw: "SONY"
    case .srw: "SAMSUNG"
    case .threeFR: "Hasselblad"
    case .pef: "PENTAX"
    case .orf: "OLYMPUS IMAGING CORP."
    case .iiq: "Phase One"
    }
  }

  package func encoded() -> [UInt8] {
    switch kind {
    case .dng:
      var first = small
      first[0xC612] = .byte([1, 4, 0, 0])
      first[0xC613] = .byte([1, 1, 0, 0])
      first[0xC614] = .ascii(exif.model ?? "Camera")
      first[0x014A] = .directories([full(compression: 7), jpeg(subfileType: 1)])
      return block([first])
    case .nef:
      var first = small
      first[0x014A] = .directories([jpeg(subfileType: 1), full(compression: 34_713)])
      return block([first])
    case .arw:
      var first = exif.primaryDirectory
      for (tag, value) in jpeg(subfileType: 1).values { first[tag] = value }
      first[0x014A] = .directories([full(compression: 32_767)])
      return block([first, jpeg(subfileType: 1)])
    case .cr2:
      return canon
    case .nrw:
      var first = exif.primaryDirectory
      for (tag, value) in jpeg(subfileType: 1).values { first[tag] = value }
      first[0x014A] = .directories([jpeg(subfileType: 1), full(compression: 34_713)])
      return block([first])
    case .srw, .threeFR:
      var first = small
      first[0x014A] = .directories([jpeg(subfileType: 1), full(compression: 32_769)])
      return block([first])
    case .pef:
      return block([
        main(compression: 65_535), jpeg(subfileType: 1, of: [0xFF, 0xD8, 0xFF, 0xD9]),
        jpeg(subfileType: 1),
      ])
    case .orf:
      return olympus
    case .iiq:
      let mark = Array("IIIICwaR".utf8)
      return TIFFBlock(byteOrder: .little, directories: [small, jpeg(subfileType: 1)])
        .encoded(introduction: mark).bytes
    }
  }

  private func block(_ directories: [TIFFDirectory]) -> [UInt8] {
    TIFFBlock(byteOrder: exif.byteOrder, directories: directories).encoded()
  }

  /// CR2's header names its version and the directory of the full picture.
  private var canon: [UInt8] {
    var first = exif.primaryDirectory
    first[0x0100] = .short([UInt16(width / 2)])
    first[0x0101] = .short([UInt16(height / 2)])
    first[0x0102] = .short([8, 8, 8])
    first[0x0103] = .short([6])
    first[0x0111] = .data([preview])
    first[0x0117] = .long([UInt32(preview.count)])
    let thumbnail = TIFFDirectory([
      0x0201: .data([preview]), 0x0202: .long([UInt32(preview.count)]),
    ])
    let shown = TIFFDirectory([
      0x0100: .short([160]), 0x0101: .short([120]), 0x0102: .short([8, 8, 8]),
      0x0103: .short([1]), 0x0106: .short([2]), 0x0111: .data([payload]), 0x0115: .short([3]),
      0x0116: .short([120]), 0x0117: .long([UInt32(payload.count)]),
    ])
    // The coded picture says its own size; the directory has none.
    let coded = TIFFDirectory([
      0x0103: .short([6]), 0x0111: .data([payload]), 0x0117: .long([UInt32(payload.count)]),
      0xC640: .short([1, UInt16(width / 2), UInt16(width / 2)]),
    ])
    let block = TIFFBlock(byteOrder: .little, directories: [first, thumbnail, shown, coded])
    func introduction(_ offset: Int) -> [UInt8] {
      var bytes = Array("CR".utf8) + [2, 0]
      bytes.append(UInt32(offset), .little)
      return bytes
    }
    // The layout does not depend on the offset that the header holds.
    let offset = block.encoded(introduction: introduction(0)).offsets[3]
    return block.encoded(introduction: introduction(offset)).bytes
  }

  /// The first directory: what describes the file, and an uncompressed thumbnail.
  private var small: TIFFDirectory {
    var directory = exif.primaryDirectory
    let pixels = [UInt8](repeating: 0x80, count: 16 * 12 * 3)
    directory[0x00FE] = .long([1])
    directory[0x0100] = .long([16])
    directory[0x0101] = .long([12])
    directory[0x0102] = .short([8, 8, 8])
    directory[0x0103] = .short([1])
    directory[0x0106] = .short([2])
    directory[0x0111] = .data([pixels])
    directory[0x0115] = .short([3])
    directory[0x0116] = .long([12])
    directory[0x0117] = .long([UInt32(pixels.count)])
    return directory
  }

  private func full(compression: UInt16) -> TIFFDirectory {
    TIFFDirectory([
      0x00FE: .long([0]), 0x0100: .long([UInt32(width)]), 0x0101: .long([UInt32(height)]),
      0x0102: .short([14]), 0x0103: .short([compression]), 0x0106: .short([32_803]),
      0x0111: .data([payload]), 0x0115: .short([1]), 0x0116: .long([UInt32(height)]),
      0x0117: .long([UInt32(payload.count)]), 0x828D: .short([2, 2]), 0x828E: .byte([0, 1, 1, 2]),
    ])
  }

  /// - Parameter picture: a whole JPEG file; the preview unless it is given.
  private func jpeg(subfileType: UInt32, of picture: [UInt8]? = nil) -> TIFFDirectory {
    let picture = picture ?? preview
    return TIFFDirectory([
      0x00FE: .long([subfileType]), 0x0103: .short([6]), 0x0201: .data([picture]),
      0x0202: .long([UInt32(picture.count)]),
    ])
  }

  /// The first directory where it describes the full picture.
  private func main(compression: UInt16) -> TIFFDirectory {
    var first = exif.primaryDirectory
    for (tag, value) in full(compression: compression).values { first[tag] = value }
    return first
  }

  /// A maker's note with a byte-order mark; the preview's offset counts from the note.
  private var olympus: [UInt8] {
    var note = Array("OLYMPUS\0II".utf8) + [3, 0]
    func entry(_ tag: UInt16, _ value: Int) {
      note.append(tag, .little)
      note.append(UInt16(4), .little)
      for number in [1, value] { note.append(UInt32(number), .little) }
    }
    note.append(UInt16(1), .little)
    entry(0x2020, 30)
    note += [0, 0, 0, 0]
    note.append(UInt16(2), .little)
    entry(0x0101, 60)
    entry(0x0102, preview.count)
    note += [0, 0, 0, 0]
    var picture = self
    picture.exif.byteOrder = .little
    picture.exif.makerNote = .raw(note + preview)
    var bytes = picture.block([picture.main(compression: 1)])
    bytes.replaceSubrange(2..<4, with: Array("RO".utf8))
    return bytes
  }
}
