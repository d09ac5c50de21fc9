/// A value of a TIFF directory entry (TIFF 6.0, section 2).
package enum TIFFValue: Sendable {
  case byte([UInt8])
  case ascii(String)
  case short([UInt16])
  case long([UInt32])
  /// Numerator and denominator of each.
  case rational([(UInt32, UInt32)])
  case undefined([UInt8])
  /// The offset of a directory that is written elsewhere in the block.
  indirect case directory(TIFFDirectory)
  /// The offsets of several directories, as a raw file names its pictures.
  indirect case directories([TIFFDirectory])
  /// The offsets of data that is written elsewhere in the block: strips, a thumbnail.
  case data([[UInt8]])

  var type: UInt16 {
    switch self {
    case .byte: 1
    case .ascii: 2
    case .short: 3
    case .long, .directory, .directories, .data: 4
    case .rational: 5
    case .undefined: 7
    }
  }
}
