/// How an Apple camera made a picture, by its values of EXIF's CustomRendered.
///
/// Other makers use the tag as EXIF 2.32 has it: 0 for a normal process, 1 for a custom one.
public enum CameraRendering: UInt8, Sendable, CaseIterable {
  case plain = 0
  /// From several exposures; the plain one was not kept.
  case highDynamicRange = 2
  /// From several exposures, beside the plain one.
  case highDynamicRangeBesideOriginal = 3
  /// The plain exposure beside one of the above.
  case original = 4
  case panorama = 6
  case portraitHighDynamicRange = 7
  case portrait = 8
}
