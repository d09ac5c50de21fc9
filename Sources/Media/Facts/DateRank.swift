/// Which of several dates in one file is believed; a higher rank wins.
enum DateRank: Int {
  /// A PNG's tIME: when the picture was last changed.
  case pngTime = 1
  /// What ImageMagick notes of the file that it read.
  case pngFileDate
  case movieHeader
  case xmpCreated
  case xmpPhotoshop
  case pngCreationTime
  case movieMetadata
  case exifChanged
  case exifDigitized
  case exifOriginal
}
