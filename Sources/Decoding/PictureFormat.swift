/// How a made picture is coded.
public enum PictureFormat: UInt8, Sendable, CaseIterable {
  case jpeg = 0
  case png = 1
  case webp = 2
  /// A portable arbitrary map: pixels behind a short header, for what shows them itself.
  case pam = 3
}
