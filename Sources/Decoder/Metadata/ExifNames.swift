internal import CMetadata

/// What tags are called, as EXIF names them; a tag without a name is its number, `0x9999`.
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
