/// Codes of the boxes that are read (ISO/IEC 14496-12, 23008-12, QuickTime File Format).
package enum BoxType {
  package static let ftyp: UInt32 = 0x6674_7970
  package static let meta: UInt32 = 0x6D65_7461
  package static let moov: UInt32 = 0x6D6F_6F76
  package static let mdat: UInt32 = 0x6D64_6174
  package static let wide: UInt32 = 0x7769_6465
  package static let free: UInt32 = 0x6672_6565
  package static let skip: UInt32 = 0x736B_6970
  package static let pnot: UInt32 = 0x706E_6F74
  package static let uuid: UInt32 = 0x7575_6964

  package static let hdlr: UInt32 = 0x6864_6C72
  package static let pitm: UInt32 = 0x7069_746D
  package static let iinf: UInt32 = 0x6969_6E66
  package static let infe: UInt32 = 0x696E_6665
  package static let iloc: UInt32 = 0x696C_6F63
  package static let idat: UInt32 = 0x6964_6174
  package static let iprp: UInt32 = 0x6970_7270
  package static let ipco: UInt32 = 0x6970_636F
  package static let ipma: UInt32 = 0x6970_6D61
  package static let ispe: UInt32 = 0x6973_7065
  package static let clap: UInt32 = 0x636C_6170
  package static let irot: UInt32 = 0x6972_6F74
  package static let imir: UInt32 = 0x696D_6972
  package static let pixi: UInt32 = 0x7069_7869
  package static let colr: UInt32 = 0x636F_6C72
  package static let auxC: UInt32 = 0x6175_7843
  package static let hvcC: UInt32 = 0x6876_6343
  package static let av1C: UInt32 = 0x6176_3143

  package static let mvhd: UInt32 = 0x6D76_6864
  package static let trak: UInt32 = 0x7472_616B
  package static let tkhd: UInt32 = 0x746B_6864
  package static let mdia: UInt32 = 0x6D64_6961
  package static let mdhd: UInt32 = 0x6D64_6864
  package static let minf: UInt32 = 0x6D69_6E66
  package static let stbl: UInt32 = 0x7374_626C
  package static let stts: UInt32 = 0x7374_7473
  package static let udta: UInt32 = 0x7564_7461
  package static let mvex: UInt32 = 0x6D76_6578
  package static let mehd: UInt32 = 0x6D65_6864
  package static let trex: UInt32 = 0x7472_6578
  package static let moof: UInt32 = 0x6D6F_6F66
  package static let traf: UInt32 = 0x7472_6166
  package static let tfhd: UInt32 = 0x7466_6864
  package static let tfdt: UInt32 = 0x7466_6474
  package static let trun: UInt32 = 0x7472_756E
  package static let sidx: UInt32 = 0x7369_6478
  package static let xmp: UInt32 = 0x584D_505F
  package static let keys: UInt32 = 0x6B65_7973
  package static let ilst: UInt32 = 0x696C_7374
  package static let data: UInt32 = 0x6461_7461

  package static let canonMain: UInt32 = 0x434D_5431
  package static let canonExif: UInt32 = 0x434D_5432
  package static let canonGPS: UInt32 = 0x434D_5434
  package static let canonPreview: UInt32 = 0x5052_5657
  package static let canonThumbnail: UInt32 = 0x5448_4D42
}
