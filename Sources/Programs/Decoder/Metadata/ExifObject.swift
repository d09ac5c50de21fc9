internal import CPictures

/// EXIF as a JSON object: the tags of all directories side by side, by EXIF's names.
///
/// `GPSLatitude` and `Make` are members of one object, as their names differ. The second directory,
/// which describes the thumbnail, becomes an object of its own, `IFD1`. If two directories have the
/// same tag, the first counts: main, EXIF, GPS, interoperability.
struct ExifObject {
  private var values: [cmetadata_directory: [ExifValue]] = [:]

  static func write(_ extract: ExifExtract, into writer: inout MetadataWriter) {
    var object = ExifObject()
    if !extract.block.isEmpty {
      extract.block.withUnsafeBufferPointer { block in
        withUnsafeMutablePointer(to: &object) { object in
          _ = cmetadata_read_exif(block.baseAddress, block.count, object, exifTakesEntry)
        }
      }
    }
    object.write(extract, into: &writer)
  }

  fileprivate mutating func take(_ entry: cmetadata_entry) {
    values[entry.directory, default: []].append(ExifValue(entry))
  }

  private func write(_ extract: ExifExtract, into writer: inout MetadataWriter) {
    var known: Set<String> = []
    for directory in [cmetadata_directory.main, .exif, .gps, .interoperability] {
      write(directory, extract, &known, into: &writer)
    }
    if values[.thumbnail]?.isEmpty == false {
      var known: Set<String> = []
      writer.member("IFD1") { writer in
        writer.object { write(.thumbnail, extract, &known, into: &$0) }
      }
    }
    let problem = extract.problem ?? (writer.isOverfull ? "there is more than is shown" : nil)
    if let problem { writer.member("problem") { $0.append(problem) } }
  }

  private func write(
    _ directory: cmetadata_directory, _ extract: ExifExtract, _ known: inout Set<String>,
    into writer: inout MetadataWriter
  ) {
    for value in values[directory] ?? [] {
      let name = ExifNames.name(value.tag, in: directory)
      guard known.insert(name).inserted else { continue }
      writer.member(name) { value.write(isLittleEndian: extract.isLittleEndian, into: &$0) }
    }
    for withheld in extract.withheld where withheld.directory == directory {
      let name = ExifNames.name(withheld.tag, in: directory)
      guard known.insert(name).inserted else { continue }
      writer.member(name) { $0.append(byteCount: Int(withheld.byteCount), nil) }
    }
  }
}

/// Passes an entry from C to the ``ExifObject``; a free function, bound to no actor.
private func exifTakesEntry(
  _ context: UnsafeMutableRawPointer?, _ entry: UnsafePointer<cmetadata_entry>?
) {
  guard let context, let entry else { return }
  context.assumingMemoryBound(to: ExifObject.self).pointee.take(entry.pointee)
}

/// The names of tags, as EXIF has them; a tag without a name is its number, `0x9999`.
enum ExifNames {
  static func name(_ tag: UInt16, in directory: cmetadata_directory) -> String {
    if directory != .gps, directory != .interoperability,
      let more = more.first(where: { $0.tag == tag })
    {
      return more.name
    }
    if let name = cmetadata_exif_name(directory, tag) { return String(cString: name) }
    let digits = String(tag, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Names that libexif 0.6.24 lacks, or spells with a space or a slash.
  private static let more: [(tag: UInt16, name: String)] = [
    // TIFF 6.0
    (0x00FF, "SubfileType"), (0x013C, "HostComputer"), (0x013D, "Predictor"),
    (0x0142, "TileWidth"), (0x0143, "TileLength"), (0x0144, "TileOffsets"),
    (0x0145, "TileByteCounts"), (0x0152, "ExtraSamples"), (0x0153, "SampleFormat"),
    // TIFF/EP
    (0x9216, "TIFFEPStandardID"),
    // Exif 2.3 to 3.0
    (0x9290, "SubSecTime"), (0x9291, "SubSecTimeOriginal"), (0x9292, "SubSecTimeDigitized"),
    (0x8833, "ISOSpeed"), (0x8834, "ISOSpeedLatitudeyyy"), (0x8835, "ISOSpeedLatitudezzz"),
    (0x9400, "Temperature"), (0x9401, "Humidity"), (0x9402, "Pressure"), (0x9403, "WaterDepth"),
    (0x9404, "Acceleration"), (0x9405, "CameraElevationAngle"), (0xA436, "ImageTitle"),
    (0xA437, "Photographer"), (0xA438, "ImageEditor"), (0xA439, "CameraFirmware"),
    (0xA43A, "RAWDevelopingSoftware"), (0xA43B, "ImageEditingSoftware"),
    (0xA43C, "MetadataEditingSoftware"),
    // DNG 1.0
    (0xC612, "DNGVersion"), (0xC613, "DNGBackwardVersion"), (0xC614, "UniqueCameraModel"),
    // Windows
    (0x4746, "Rating"), (0x4749, "RatingPercent"), (0xEA1D, "OffsetSchema"),
  ]
}
