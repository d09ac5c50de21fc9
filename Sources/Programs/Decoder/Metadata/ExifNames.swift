internal import Platform

enum ExifDirectory {
  case main, thumbnail, exif, gps, interoperability
}

/// The names of tags, as EXIF has them; a tag without a name is its number, `0x9999`.
enum ExifNames {
  static func name(_ tag: UInt16, in directory: ExifDirectory) -> String {
    let tables =
      switch directory {
      case .main: [exif, pictures, windows]
      case .thumbnail: [exif, pictures]
      case .exif: [exif]
      case .gps: [gps]
      case .interoperability: [interoperability]
      }
    if let name = tables.firstNonNil({ $0[tag] }) ?? everywhere[tag] { return name }
    let digits = String(tag, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func table(_ text: String) -> [UInt16: String] {
    let words = text.split(separator: " ")
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map {
        (UInt16(words[$0], radix: 16) ?? 0, String(words[$0 + 1]))
      })
  }

  /// The tags of Exif 3.0, and of TIFF 6.0, TIFF/EP, DNG and Windows beside them. Raw files have
  /// those of EXIF's directory in their first (TIFF/EP).
  private static let exif = table(
    """
    00ff SubfileType 013c HostComputer 013d Predictor 0142 TileWidth 0143 TileLength \
    0144 TileOffsets 0145 TileByteCounts 0152 ExtraSamples 0153 SampleFormat 4746 Rating \
    4749 RatingPercent 829a ExposureTime 829d FNumber 8822 ExposureProgram \
    8824 SpectralSensitivity 8827 ISOSpeedRatings 8828 OECF 8830 SensitivityType \
    8831 StandardOutputSensitivity 8832 RecommendedExposureIndex 8833 ISOSpeed \
    8834 ISOSpeedLatitudeyyy 8835 ISOSpeedLatitudezzz 9000 ExifVersion 9003 DateTimeOriginal \
    9004 DateTimeDigitized 9010 OffsetTime 9011 OffsetTimeOriginal 9012 OffsetTimeDigitized \
    9101 ComponentsConfiguration 9102 CompressedBitsPerPixel 9201 ShutterSpeedValue \
    9202 ApertureValue 9203 BrightnessValue 9204 ExposureBiasValue 9205 MaxApertureValue \
    9206 SubjectDistance 9207 MeteringMode 9208 LightSource 9209 Flash 920a FocalLength \
    9214 SubjectArea 9216 TIFFEPStandardID 927c MakerNote 9286 UserComment 9290 SubSecTime \
    9291 SubSecTimeOriginal 9292 SubSecTimeDigitized 9400 Temperature 9401 Humidity \
    9402 Pressure 9403 WaterDepth 9404 Acceleration 9405 CameraElevationAngle \
    a000 FlashpixVersion a001 ColorSpace a002 PixelXDimension a003 PixelYDimension \
    a004 RelatedSoundFile a20b FlashEnergy a20c SpatialFrequencyResponse \
    a20e FocalPlaneXResolution a20f FocalPlaneYResolution a210 FocalPlaneResolutionUnit \
    a214 SubjectLocation a215 ExposureIndex a217 SensingMethod a300 FileSource a301 SceneType \
    a302 CFAPattern a401 CustomRendered a402 ExposureMode a403 WhiteBalance \
    a404 DigitalZoomRatio a405 FocalLengthIn35mmFilm a406 SceneCaptureType a407 GainControl \
    a408 Contrast a409 Saturation a40a Sharpness a40b DeviceSettingDescription \
    a40c SubjectDistanceRange a420 ImageUniqueID a430 CameraOwnerName a431 BodySerialNumber \
    a432 LensSpecification a433 LensMake a434 LensModel a435 LensSerialNumber a436 ImageTitle \
    a437 Photographer a438 ImageEditor a439 CameraFirmware a43a RAWDevelopingSoftware \
    a43b ImageEditingSoftware a43c MetadataEditingSoftware a460 CompositeImage \
    a461 SourceImageNumberOfCompositeImage a462 SourceExposureTimesOfCompositeImage a500 Gamma \
    c612 DNGVersion c613 DNGBackwardVersion c614 UniqueCameraModel ea1c Padding \
    ea1d OffsetSchema
    """)

  private static let pictures = table(
    """
    0100 ImageWidth 0101 ImageLength 0102 BitsPerSample 0103 Compression \
    0106 PhotometricInterpretation 010e ImageDescription 010f Make 0110 Model \
    0111 StripOffsets 0112 Orientation 0115 SamplesPerPixel 0116 RowsPerStrip \
    0117 StripByteCounts 011a XResolution 011b YResolution 011c PlanarConfiguration \
    0128 ResolutionUnit 012d TransferFunction 0131 Software 0132 DateTime 013b Artist \
    013e WhitePoint 013f PrimaryChromaticities 0211 YCbCrCoefficients 0212 YCbCrSubSampling \
    0213 YCbCrPositioning 0214 ReferenceBlackWhite 8298 Copyright
    """)

  private static let windows = table(
    """
    9c9b XPTitle 9c9c XPComment 9c9d XPAuthor 9c9e XPKeywords 9c9f XPSubject
    """)

  private static let gps = table(
    """
    0000 GPSVersionID 0001 GPSLatitudeRef 0002 GPSLatitude 0003 GPSLongitudeRef \
    0004 GPSLongitude 0005 GPSAltitudeRef 0006 GPSAltitude 0007 GPSTimeStamp \
    0008 GPSSatellites 0009 GPSStatus 000a GPSMeasureMode 000b GPSDOP 000c GPSSpeedRef \
    000d GPSSpeed 000e GPSTrackRef 000f GPSTrack 0010 GPSImgDirectionRef 0011 GPSImgDirection \
    0012 GPSMapDatum 0013 GPSDestLatitudeRef 0014 GPSDestLatitude 0015 GPSDestLongitudeRef \
    0016 GPSDestLongitude 0017 GPSDestBearingRef 0018 GPSDestBearing 0019 GPSDestDistanceRef \
    001a GPSDestDistance 001b GPSProcessingMethod 001c GPSAreaInformation 001d GPSDateStamp \
    001e GPSDifferential 001f GPSHPositioningError
    """)

  private static let interoperability = table(
    """
    0001 InteroperabilityIndex 0002 InteroperabilityVersion
    """)

  /// The tags of TIFF, and those of programs, that any directory may have.
  private static let everywhere = table(
    """
    00fe NewSubfileType 010a FillOrder 010d DocumentName 014a SubIFDs 0156 TransferRange \
    0200 JPEGProc 1000 RelatedImageFileFormat 1001 RelatedImageWidth 1002 RelatedImageLength \
    828d CFARepeatPatternDim 828e CFAPattern 828f BatteryLevel 8773 InterColorProfile \
    882a TimeZoneOffset 9216 TIFF/EPStandardID c4a5 PrintImageMatching
    """)
}
