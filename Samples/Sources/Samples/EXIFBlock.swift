/// An EXIF block as in JPEG, PNG, WebP and HEIF: a TIFF structure (Exif 2.32, section 4).
///
///     let block = EXIFBlock { $0.make = "Apple"; $0.orientation = 6 }
///
/// Texts are written as they are given, so a test can write a date that no camera would.
package struct EXIFBlock: SampleFile {
  package var byteOrder: ByteOrder = .little
  package var make: String?
  package var model: String?
  package var software: String?
  package var orientation: UInt16?
  /// `2015:09:27 21:29:28`, as `CivilTime.exif` gives it; so are the next two.
  package var dateTime: String?
  package var dateTimeOriginal: String?
  package var dateTimeDigitized: String?
  package var subSecTime: String?
  package var subSecTimeOriginal: String?
  /// `+02:00`.
  package var offsetTime: String?
  package var offsetTimeOriginal: String?
  /// Written with the ASCII character code.
  package var userComment: String?
  package var pixelWidth: UInt32?
  package var pixelHeight: UInt32?
  package var lensModel: String?
  package var position: Position?
  package var makerNote: MakerNote?
  /// A small JPEG for the second directory.
  package var thumbnail: [UInt8]?
  /// Further entries of the first directory; they win over those above.
  package var moreValues: [UInt16: TIFFValue] = [:]

  package init(_ fill: (inout EXIFBlock) -> Void = { _ in }) {
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    var directories = [primaryDirectory]
    if let thumbnail {
      directories.append(
        TIFFDirectory([
          0x0103: .short([6]), 0x011A: .rational([(72, 1)]), 0x011B: .rational([(72, 1)]),
          0x0128: .short([2]), 0x0201: .data([thumbnail]),
          0x0202: .long([UInt32(thumbnail.count)]),
        ]))
    }
    return TIFFBlock(byteOrder: byteOrder, directories: directories).encoded()
  }

  /// The first directory, with the EXIF and GPS directories below it.
  var primaryDirectory: TIFFDirectory {
    var directory = TIFFDirectory()
    directory[0x010F] = make.map { .ascii($0) }
    directory[0x0110] = model.map { .ascii($0) }
    directory[0x0112] = orientation.map { .short([$0]) }
    directory[0x0131] = software.map { .ascii($0) }
    directory[0x0132] = dateTime.map { .ascii($0) }
    let details = detailDirectory
    if !details.values.isEmpty { directory[0x8769] = .directory(details) }
    directory[0x8825] = position.map { .directory($0.directory) }
    directory.values.merge(moreValues) { $1 }
    return directory
  }

  private var detailDirectory: TIFFDirectory {
    var directory = TIFFDirectory()
    directory[0x9003] = dateTimeOriginal.map { .ascii($0) }
    directory[0x9004] = dateTimeDigitized.map { .ascii($0) }
    directory[0x9010] = offsetTime.map { .ascii($0) }
    directory[0x9011] = offsetTimeOriginal.map { .ascii($0) }
    directory[0x927C] = makerNote.map { .undefined($0.bytes) }
    directory[0x9286] = userComment.map { .undefined(Array("ASCII\0\0\0".utf8) + Array($0.utf8)) }
    directory[0x9290] = subSecTime.map { .ascii($0) }
    directory[0x9291] = subSecTimeOriginal.map { .ascii($0) }
    directory[0xA002] = pixelWidth.map { .long([$0]) }
    directory[0xA003] = pixelHeight.map { .long([$0]) }
    directory[0xA434] = lensModel.map { .ascii($0) }
    if !directory.values.isEmpty { directory[0x9000] = .undefined(Array("0232".utf8)) }
    return directory
  }
}
