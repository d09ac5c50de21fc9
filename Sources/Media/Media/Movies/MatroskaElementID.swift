/// The identifiers of the elements of Matroska and WebM that are read (RFC 9559).
enum MatroskaElementID {
  static let head: UInt32 = 0x1A45_DFA3
  static let documentType: UInt32 = 0x4282

  static let segment: UInt32 = 0x1853_8067
  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekName: UInt32 = 0x53AB
  static let seekPosition: UInt32 = 0x53AC
  static let information: UInt32 = 0x1549_A966
  static let tracks: UInt32 = 0x1654_AE6B
  static let cluster: UInt32 = 0x1F43_B675
  static let tags: UInt32 = 0x1254_C367

  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489
  static let date: UInt32 = 0x4461
  static let muxingApp: UInt32 = 0x4D80
  static let writingApp: UInt32 = 0x5741

  static let trackEntry: UInt32 = 0xAE
  static let trackType: UInt32 = 0x83
  static let defaultDuration: UInt32 = 0x23_E383
  static let video: UInt32 = 0xE0
  static let pixelWidth: UInt32 = 0xB0
  static let pixelHeight: UInt32 = 0xBA
  static let cropBottom: UInt32 = 0x54AA
  static let cropTop: UInt32 = 0x54BB
  static let cropLeft: UInt32 = 0x54CC
  static let cropRight: UInt32 = 0x54DD
  static let displayWidth: UInt32 = 0x54B0
  static let displayHeight: UInt32 = 0x54BA
  static let displayUnit: UInt32 = 0x54B2
  static let frameRate: UInt32 = 0x23_83E3
  static let projection: UInt32 = 0x7670
  static let projectionType: UInt32 = 0x7671
  static let projectionRoll: UInt32 = 0x7675

  static let tag: UInt32 = 0x7373
  static let simpleTag: UInt32 = 0x67C8
  static let tagName: UInt32 = 0x45A3
  static let tagText: UInt32 = 0x4487

  static let timestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
}
