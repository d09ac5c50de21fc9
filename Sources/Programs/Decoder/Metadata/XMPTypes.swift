/// The properties that are not texts (XMP part 2; Exif 2.32 metadata for XMP; GPano 1.6). XMP
/// writes every value as text. These properties are numbers, including fractions such as `28/10`,
/// or Booleans. A value that does not parse remains a text.
enum XMPTypes {
  static func number(_ text: String, of key: String) -> Double? {
    guard numbers.contains(key) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = Self.number(parts[0]) else { return nil }
    guard parts.count == 2 else { return first }
    guard let second = Self.number(parts[1]) else { return nil }
    let quotient = first / second
    return quotient.isFinite ? quotient : nil
  }

  static func truth(_ text: String, of key: String) -> Bool? {
    guard truths.contains(key) else { return nil }
    return switch text {
    case "True", "true": true
    case "False", "false": false
    default: nil
    }
  }

  /// Returns a number of decimal digits with a sign and a point; nil for other forms that Swift
  /// parses, such as `nan`.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || "+-.".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static let truths: Set<String> = [
    "xmpRights:Marked", "exif:Fired", "exif:Function", "exif:RedEyeMode",
    "GPano:UsePanoramaViewer", "hdrgm:BaseRenditionIsHDR",
  ]

  private static let numbers: Set<String> = Set(
    properties.flatMap { group in
      group.names.split(separator: " ").map { "\(group.prefix):\($0)" }
    })

  private static let properties: [(prefix: String, names: String)] = [
    ("xmp", "Rating"),
    ("photoshop", "ColorMode Urgency"),
    ("aux", "ImageNumber ApproximateFocusDistance"),
    ("HDRGainMap", "HDRGainMapVersion HDRGainMapHeadroom"),
    (
      "tiff",
      """
      ImageWidth ImageLength BitsPerSample Compression PhotometricInterpretation Orientation \
      SamplesPerPixel PlanarConfiguration YCbCrSubSampling YCbCrPositioning XResolution \
      YResolution ResolutionUnit TransferFunction WhitePoint PrimaryChromaticities \
      YCbCrCoefficients ReferenceBlackWhite
      """
    ),
    (
      "exif",
      """
      ColorSpace ComponentsConfiguration CompressedBitsPerPixel PixelXDimension PixelYDimension \
      ExposureTime FNumber ExposureProgram ISOSpeedRatings ShutterSpeedValue ApertureValue \
      BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance MeteringMode \
      LightSource FocalLength SubjectArea FlashEnergy FocalPlaneXResolution \
      FocalPlaneYResolution FocalPlaneResolutionUnit SubjectLocation ExposureIndex \
      SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance \
      DigitalZoomRatio FocalLengthIn35mmFilm SceneCaptureType GainControl Contrast Saturation \
      Sharpness SubjectDistanceRange Return Mode GPSAltitudeRef GPSAltitude GPSDOP GPSSpeed \
      GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance GPSDifferential \
      GPSHPositioningError
      """
    ),
    (
      "exifEX",
      """
      PhotographicSensitivity SensitivityType StandardOutputSensitivity \
      RecommendedExposureIndex ISOSpeed ISOSpeedLatitudeyyy ISOSpeedLatitudezzz \
      LensSpecification Gamma
      """
    ),
    (
      "GPano",
      """
      CroppedAreaImageWidthPixels CroppedAreaImageHeightPixels FullPanoWidthPixels \
      FullPanoHeightPixels CroppedAreaLeftPixels CroppedAreaTopPixels PoseHeadingDegrees \
      PosePitchDegrees PoseRollDegrees InitialViewHeadingDegrees InitialViewPitchDegrees \
      InitialViewRollDegrees InitialHorizontalFOVDegrees SourcePhotosCount
      """
    ),
    ("MicrosoftPhoto", "Rating"),
  ]
}
