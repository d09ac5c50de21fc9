/// Which of several dates in one file is believed; a higher rank wins.
///
/// EXIF's DateTime and PNG's tIME tell when a picture was last changed, so they come last.
enum DateRank: Int {
  case pngTime = 1
  /// What ImageMagick notes of the file that it read.
  case pngFileDate
  case exifChanged
  case movieHeader
  case xmpCreated
  case xmpPhotoshop
  case pngCreationTime
  case movieMetadata
  case exifDigitized
  case xmpOriginal
  case exifOriginal
}
