internal import Media

/// The part of a file name before its extension, such as `IMG_0001` of `IMG_0001.HEIC` and
/// `IMG_0001.MOV`. Only ASCII case is ignored, as both files of a pair come from one system.
package enum FilenameStem {
  /// Returns the length of the stem in bytes: up to the last dot, unless the name begins with it.
  package static func length(of name: UnsafeRawBufferPointer) -> Int {
    NameBytes(name).stemEnd
  }

  /// Returns true if two names have the same stem.
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

  /// Returns a hash of the stem by the 64-bit FNV-1a function; equal for names that match.
  package static func hash(of name: UnsafeRawBufferPointer) -> Int {
    let name = NameBytes(name)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<name.stemEnd {
      hash = (hash ^ UInt64(name.lower(index))) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash)
  }
}
