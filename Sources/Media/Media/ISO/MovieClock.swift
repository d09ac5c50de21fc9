/// The cameras whose movies have the time of the camera's clock where the format asks for UTC, and the
/// marks by which their files are known.
///
/// | camera | mark | source |
/// | --- | --- | --- |
/// | GoPro | handler `GoPro AVC`, user data `GPMF` | gopro/gpmf-parser#9: by the user's time settings, without a zone |
/// | Nikon | brand `niko`, user data `NCDT` | immich-app/immich#13009, Piwigo/piwigo-videojs#98 |
/// | Canon | brand `CAEP`, user data `CNTH` | LycheeOrg/Lychee#675: the MOV files of digital cameras have the local time |
/// | Fujifilm, Casio | make, brand `caqv` | the same |
/// | DJI | handler `DJI.AVC`, make | DroneDB/DroneDB#23; a name with another clock shows that it is UTC |
/// | Novatek's dashcams, such as Viofo's | the box `gps ` of their list of places | RobXYZ/viofosync#33 |
enum MovieClock {
  /// Returns true if one of the brands of a file is that of such a camera.
  static func isLocal(brandsOf file: Box, _ window: inout HeaderWindow) throws(MediaError) -> Bool {
    guard let brands = try window.bytes(at: file.payload, upTo: Int(min(file.count, 64))) else {
      return false
    }
    for place in stride(from: 0, to: brands.count - 3, by: 4) where place != 4 {
      switch brands.big32(place) {
      // niko, CAEP, caqv
      case 0x6E69_6B6F, 0x4341_4550, 0x6361_7176: return true
      default: break
      }
    }
    return false
  }

  /// Returns true if a box of user data, or one beside a movie's tracks, is that of such a camera:
  /// `GPMF`, `NCDT`, `CNTH` or `gps `.
  static func isLocal(box type: UInt32) -> Bool {
    type == 0x4750_4D46 || type == 0x4E43_4454 || type == 0x434E_5448 || type == 0x6770_7320
  }

  /// Returns true if the name of a track's handler is that of such a camera; QuickTime writes the
  /// length of the name in front of it.
  static func isLocal(handler name: Bytes) -> Bool {
    (0...1).contains { name.has("GoPro", at: $0) || name.has("DJI", at: $0) }
  }

  /// Returns true if the maker of the camera is known for its local clock.
  static func isLocal(make: ShortText) -> Bool {
    make.withBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      let make = Bytes(start: start, count: bytes.count)
      return makers.contains { make.has($0, at: 0) }
    }
  }

  private static let makers: [StaticString] = [
    "GoPro", "NIKON", "Nikon", "Canon", "FUJIFILM", "CASIO", "DJI",
  ]
}
