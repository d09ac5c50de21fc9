/// The tags that are read (TIFF 6.0, EXIF 2.32, DNG 1.7).
package enum TIFFTag {
  package static let newSubfileType: UInt16 = 0x00FE
  package static let imageWidth: UInt16 = 0x0100
  package static let imageLength: UInt16 = 0x0101
  package static let bitsPerSample: UInt16 = 0x0102
  package static let compression: UInt16 = 0x0103
  package static let photometric: UInt16 = 0x0106
  package static let imageDescription: UInt16 = 0x010E
  package static let make: UInt16 = 0x010F
  package static let model: UInt16 = 0x0110
  package static let stripOffsets: UInt16 = 0x0111
  package static let orientation: UInt16 = 0x0112
  package static let stripByteCounts: UInt16 = 0x0117
  package static let software: UInt16 = 0x0131
  package static let dateTime: UInt16 = 0x0132
  package static let artist: UInt16 = 0x013B
  package static let subDirectories: UInt16 = 0x014A
  package static let extraSamples: UInt16 = 0x0152
  package static let jpegOffset: UInt16 = 0x0201
  package static let jpegByteCount: UInt16 = 0x0202
  package static let xmp: UInt16 = 0x02BC
  package static let copyright: UInt16 = 0x8298
  package static let iptc: UInt16 = 0x83BB
  package static let photoshop: UInt16 = 0x8649
  package static let colorProfile: UInt16 = 0x8773
  package static let exifDirectory: UInt16 = 0x8769
  package static let gpsDirectory: UInt16 = 0x8825
  package static let dngVersion: UInt16 = 0xC612

  package static let rating: UInt16 = 0x4746
  package static let ratingPercent: UInt16 = 0x4749
  package static let windowsTitle: UInt16 = 0x9C9B
  package static let windowsComment: UInt16 = 0x9C9C
  package static let windowsAuthor: UInt16 = 0x9C9D
  package static let windowsKeywords: UInt16 = 0x9C9E

  package static let dateTimeOriginal: UInt16 = 0x9003
  package static let dateTimeDigitized: UInt16 = 0x9004
  package static let offsetTime: UInt16 = 0x9010
  package static let offsetTimeOriginal: UInt16 = 0x9011
  package static let offsetTimeDigitized: UInt16 = 0x9012
  package static let makerNote: UInt16 = 0x927C
  package static let userComment: UInt16 = 0x9286
  package static let subSecTime: UInt16 = 0x9290
  package static let subSecTimeOriginal: UInt16 = 0x9291
  package static let subSecTimeDigitized: UInt16 = 0x9292
  package static let colorSpace: UInt16 = 0xA001
  package static let pixelWidth: UInt16 = 0xA002
  package static let pixelHeight: UInt16 = 0xA003
  package static let customRendered: UInt16 = 0xA401
  package static let lensModel: UInt16 = 0xA434

  package static let gpsLatitudeReference: UInt16 = 1
  package static let gpsLatitude: UInt16 = 2
  package static let gpsLongitudeReference: UInt16 = 3
  package static let gpsLongitude: UInt16 = 4
  package static let gpsAltitudeReference: UInt16 = 5
  package static let gpsAltitude: UInt16 = 6
  static let gpsTime: UInt16 = 7
  static let gpsDate: UInt16 = 0x1D
  package static let gpsPositioningError: UInt16 = 31

  package static let appleBurstIdentifier: UInt16 = 0x000B
  package static let appleHDRGain: UInt16 = 0x0030
  package static let appleContentIdentifier: UInt16 = 0x0011
}
