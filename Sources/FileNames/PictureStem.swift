internal import Media

/// The part of a file name before its extension, by which `IMG_0001.HEIC` finds `IMG_0001.MOV`.
///
/// Stems compare without regard to ASCII case; other bytes compare as they are, as both files of a
/// pair come from one system.
package enum PictureStem {
  /// The length of the stem in bytes: up to the last dot, unless that opens the name.
  package static func length(of name: UnsafeRawBufferPointer) -> Int {
    NameBytes(name).stemEnd
  }

  /// Whether two names share their stem.
  package static func matches(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Bool
  {
    let left = NameBytes(left)
    let right = NameBytes(right)
    let length = left.stemEnd
    guard length == right.stemEnd else { return false }
    for index in 0..<length where left.lower(index) != right.lower(index) { return false }
    return true
  }

  /// A hash of the stem; equal for names that match. The 64-bit FNV-1a function.
  package static func hash(of name: UnsafeRawBufferPointer) -> UInt64 {
    let name = NameBytes(name)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<name.stemEnd {
      hash = (hash ^ UInt64(name.lower(index))) &* 0x100_0000_01B3
    }
    return hash
  }
}
