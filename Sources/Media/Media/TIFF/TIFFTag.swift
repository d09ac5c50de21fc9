/// The tags that are read (TIFF 6.0, EXIF 2.32, DNG 1.7).
enum TIFFTag {
  static let newSubfileType: UInt16 = 0x00FE
  static let imageWidth: UInt16 = 0x0100
  static let imageLength: UInt16 = 0x0101
  static let bitsPerSample: UInt16 = 0x0102
  static let compression: UInt16 = 0x0103
  static let photometric: UInt16 = 0x0106
  static let imageDescription: UInt16 = 0x010E
  static let make: UInt16 = 0x010F
  static let model: UInt16 = 0x0110
  static let stripOffsets: UInt16 = 0x0111
  static let orientation: UInt16 = 0x0112
  static let stripByteCounts: UInt16 = 0x0117
  static let software: UInt16 = 0x0131
  static let dateTime: UInt16 = 0x0132
  static let artist: UInt16 = 0x013B
  static let subDirectories: UInt16 = 0x014A
  static let extraSamples: UInt16 = 0x0152
  static let jpegOffset: UInt16 = 0x0201
  static let jpegByteCount: UInt16 = 0x0202
  static let xmp: UInt16 = 0x02BC
  static let copyright: UInt16 = 0x8298
  static let iptc: UInt16 = 0x83BB
  static let photoshop: UInt16 = 0x8649
  static let colorProfile: UInt16 = 0x8773
  static let exifDirectory: UInt16 = 0x8769
  static let gpsDirectory: UInt16 = 0x8825
  static let dngVersion: UInt16 = 0xC612

  static let rating: UInt16 = 0x4746
  static let ratingPercent: UInt16 = 0x4749
  static let windowsTitle: UInt16 = 0x9C9B
  static let windowsComment: UInt16 = 0x9C9C
  static let windowsAuthor: UInt16 = 0x9C9D
  static let windowsKeywords: UInt16 = 0x9C9E

  static let dateTimeOriginal: UInt16 = 0x9003
  static let dateTimeDigitized: UInt16 = 0x9004
  static let offsetTime: UInt16 = 0x9010
  static let offsetTimeOriginal: UInt16 = 0x9011
  static let offsetTimeDigitized: UInt16 = 0x9012
  static let makerNote: UInt16 = 0x927C
  static let userComment: UInt16 = 0x9286
  static let subSecTime: UInt16 = 0x9290
  static let subSecTimeOriginal: UInt16 = 0x9291
  static let subSecTimeDigitized: UInt16 = 0x9292
  static let colorSpace: UInt16 = 0xA001
  static let pixelWidth: UInt16 = 0xA002
  static let pixelHeight: UInt16 = 0xA003
  static let customRendered: UInt16 = 0xA401
  static let lensModel: UInt16 = 0xA434

  static let gpsLatitudeReference: UInt16 = 1
  static let gpsLatitude: UInt16 = 2
  static let gpsLongitudeReference: UInt16 = 3
  static let gpsLongitude: UInt16 = 4
  static let gpsAltitudeReference: UInt16 = 5
  static let gpsAltitude: UInt16 = 6

  static let appleBurstIdentifier: UInt16 = 0x000B
  static let appleHDRGain: UInt16 = 0x0030
  static let appleContentIdentifier: UInt16 = 0x0011
}
