/// Codes of the boxes that are read (ISO/IEC 14496-12, 23008-12, QuickTime File Format).
enum BoxType {
  static let ftyp: UInt32 = 0x6674_7970
  static let meta: UInt32 = 0x6D65_7461
  static let moov: UInt32 = 0x6D6F_6F76
  static let mdat: UInt32 = 0x6D64_6174
  static let wide: UInt32 = 0x7769_6465
  static let free: UInt32 = 0x6672_6565
  static let skip: UInt32 = 0x736B_6970
  static let pnot: UInt32 = 0x706E_6F74
  static let uuid: UInt32 = 0x7575_6964

  static let hdlr: UInt32 = 0x6864_6C72
  static let pitm: UInt32 = 0x7069_746D
  static let iinf: UInt32 = 0x6969_6E66
  static let infe: UInt32 = 0x696E_6665
  static let iloc: UInt32 = 0x696C_6F63
  static let idat: UInt32 = 0x6964_6174
  static let iprp: UInt32 = 0x6970_7270
  static let ipco: UInt32 = 0x6970_636F
  static let ipma: UInt32 = 0x6970_6D61
  static let ispe: UInt32 = 0x6973_7065
  static let clap: UInt32 = 0x636C_6170
  static let irot: UInt32 = 0x6972_6F74
  static let imir: UInt32 = 0x696D_6972
  static let pixi: UInt32 = 0x7069_7869
  static let colr: UInt32 = 0x636F_6C72
  static let auxC: UInt32 = 0x6175_7843
  static let hvcC: UInt32 = 0x6876_6343
  static let av1C: UInt32 = 0x6176_3143

  static let mvhd: UInt32 = 0x6D76_6864
  static let trak: UInt32 = 0x7472_616B
  static let tkhd: UInt32 = 0x746B_6864
  static let mdia: UInt32 = 0x6D64_6961
  static let mdhd: UInt32 = 0x6D64_6864
  static let minf: UInt32 = 0x6D69_6E66
  static let stbl: UInt32 = 0x7374_626C
  static let stts: UInt32 = 0x7374_7473
  static let udta: UInt32 = 0x7564_7461
  static let mvex: UInt32 = 0x6D76_6578
  static let mehd: UInt32 = 0x6D65_6864
  static let trex: UInt32 = 0x7472_6578
  static let moof: UInt32 = 0x6D6F_6F66
  static let traf: UInt32 = 0x7472_6166
  static let tfhd: UInt32 = 0x7466_6864
  static let tfdt: UInt32 = 0x7466_6474
  static let trun: UInt32 = 0x7472_756E
  static let sidx: UInt32 = 0x7369_6478
  static let xmp: UInt32 = 0x584D_505F
  static let keys: UInt32 = 0x6B65_7973
  static let ilst: UInt32 = 0x696C_7374
  static let data: UInt32 = 0x6461_7461

  static let canonMain: UInt32 = 0x434D_5431
  static let canonExif: UInt32 = 0x434D_5432
  static let canonGPS: UInt32 = 0x434D_5434
  static let canonPreview: UInt32 = 0x5052_5657
  static let canonThumbnail: UInt32 = 0x5448_4D42
}
