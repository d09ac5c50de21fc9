import Files
import Media
import Samples
import Testing

/// Descriptions in files of each format, made by code.
@Suite struct EmbeddedDescriptionTests {
  private static let packet = XMPSidecarFile {
    $0.title = "Sea"
    $0.descriptions = [("x-default", "A day at the sea")]
    $0.subjects = ["sea", "Düne"]
    $0.creators = ["Ann"]
    $0.rights = "© Ann"
    $0.regions = [("Ada", "Face"), ("Rex", "Pet")]
    $0.attributes = ["xmp:Rating": "4", "xmp:Label": "Red", "photoshop:City": "Roma"]
  }

  private static var expected: MediaDescription {
    var description = MediaDescription()
    (description.title, description.caption) = ("Sea", "A day at the sea")
    (description.keywords, description.persons) = (["sea", "Düne"], ["Ada"])
    (description.rating, description.colorLabel) = (4, "Red")
    (description.creator, description.copyright) = ("Ann", "© Ann")
    description.place.city = "Roma"
    return description
  }

  private static func xmpSegment(_ packet: [UInt8]) -> (marker: UInt8, content: [UInt8]) {
    (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
  }

  private static func jpeg(
    _ segments: [(marker: UInt8, content: [UInt8])], exif: EXIFBlock? = nil
  ) -> [UInt8] {
    JPEGPicture(width: 16, height: 16) {
      $0.exif = exif
      $0.segments = segments
    }.encoded()
  }

  @Test func readsXMPOfAJPEG() throws {
    let bytes = Self.jpeg([Self.xmpSegment(Self.packet.encoded())])
    #expect(try ScratchFile.description(bytes) == Self.expected)
  }

  @Test func readsXMPBehindTheFrame() throws {
    var bytes = JPEGPicture(width: 16, height: 16).encoded()
    let tables = try #require(
      bytes.indices.first { bytes[$0] == 0xFF && $0 + 1 < bytes.count && bytes[$0 + 1] == 0xC4 })
    bytes.insert(
      contentsOf: RasterFixture.segment(0xE1, Self.xmpSegment(Self.packet.encoded()).content),
      at: tables)
    #expect(try ScratchFile.description(bytes) == Self.expected)
  }

  @Test func readsWhatDidNotFitIntoTheFirstPacket() throws {
    let identifier = String(repeating: "0A", count: 16)
    let more = Self.packet.encoded()
    let main = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmpNote:HasExtendedXMP="\(identifier)" dc:title="First"/></rdf:RDF>
      """
    let halves = [more[..<500], more[500...]]
    var segments = [Self.xmpSegment(Array(main.utf8))]
    for (offset, half) in [(500, halves[1]), (0, halves[0])] {
      segments.append(
        (
          0xE1,
          Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8)
            + ByteBuilder.big(UInt32(more.count), UInt32(offset)) + half
        ))
    }
    var expected = Self.expected
    expected.title = "First"
    #expect(try ScratchFile.description(Self.jpeg(segments)) == expected)
  }

  @Test func readsXMPOfOtherFormats() throws {
    let text = String(decoding: Self.packet.encoded(), as: UTF8.self)
    let png = { (kind: PNGText, isLast: Bool) in
      PNGPicture(width: 8, height: 8) {
        $0.texts = [kind]
        $0.hasMetadataLast = isLast
        $0.dataChunkSize = isLast ? 8 : nil
      }.encoded()
    }
    let name = "XML:com.adobe.xmp"
    let files = [
      png(.international(keyword: name, text: text), false),
      png(.compressedInternational(keyword: name, text: text), false),
      png(.international(keyword: name, text: text), true),
      RasterFixture.webp([
        ("VP8X", RasterFixture.webpCanvas(flags: 0x04)), ("XMP ", Self.packet.encoded()),
      ]),
      TIFFPicture(width: 8, height: 8) { picture in
        picture.exif = EXIFBlock { $0.moreValues = [0x02BC: .byte(Self.packet.encoded())] }
      }.encoded(),
      PlainPicture(.jxlBox, width: 20, height: 10).encoded()
        + ISOFixture.box("xml ", Self.packet.encoded()),
      PlainPicture(.jxlBox, width: 20, height: 10).encoded()
        + WrappedFixture.packedBox("xml ", Self.packet.encoded()),
      ISOFixture.fileType("qt  ") + ISOFixture.movieHeader()
        + ISOFixture.box("uuid", Self.xmpIdentifier, Self.packet.encoded()),
    ]
    for (number, file) in files.enumerated() {
      #expect(try ScratchFile.description(file) == Self.expected, "file \(number)")
    }
  }

  /// The identifier of a box with XMP (XMP part 3, section 1.2.7).
  private static let xmpIdentifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  @Test(arguments: [
    ("", "<title>A &amp; B</title><desc>Two letters</desc><path d='M0'/>", "A & B", "Two letters"),
    (
      "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/x.dtd' [<!ENTITY a 'b'>]>",
      "<g><title>A shape</title></g><title>Plan</title><title>Plan 2</title>", "Plan", nil
    ),
    ("", "<text>title</text><title xmlns='http://www.w3.org/1999/xhtml'>No</title>", nil, nil),
    ("", "<title>Cut<tspan> off</tspan></title><desc>never ends", "Cut off", nil),
  ])
  func readsTheTitleOfAnSVG(type: String, body: String, title: String?, caption: String?) throws {
    let text =
      "<?xml version='1.0'?>\(type)<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
      + "\(body)</svg>"
    let description = try ScratchFile.description(Array(text.utf8))
    #expect(description.title == title)
    #expect(description.caption == caption)
  }

  @Test func readsTheRatingOfEveryPictureFormat() throws {
    let packet = XMPPacket([("xmp:Rating", "4")])
    let files: [any SampleFile] = [
      JPEGPicture(width: 8, height: 8) { $0.xmp = packet },
      PNGPicture(width: 8, height: 8) { $0.xmp = packet },
      GIFPicture(width: 8, height: 8) { $0.xmp = packet },
      WebPPicture(width: 8, height: 8) { $0.xmp = packet },
      HEIFPicture(width: 8, height: 8) { $0.xmp = packet },
      HEIFPicture(width: 8, height: 8) {
        $0.brand = "avif"
        $0.xmp = packet
      },
    ]
    for file in files {
      let rating = try ScratchFile.description(file.encoded()).rating
      #expect(rating == 4, "\(type(of: file))")
    }
  }

  @Test func readsEXIFAndWhatWindowsAdds() throws {
    let wide = { (text: String) in
      TIFFValue.byte(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0])
    }
    let exif = EXIFBlock {
      $0.byteOrder = .big
      $0.moreValues = [
        0x010E: .ascii("Ein Tag – au soleil"), 0x013B: .ascii("Ann   "),
        0x8298: .undefined(Array("Ann\0Bob\0".utf8)), 0x4746: .short([3]), 0x4749: .short([99]),
        0x9C9B: wide("Titel 🌊"), 0x9C9C: wide("ignored"), 0x9C9E: wide("sea; Düne;;sea"),
      ]
    }
    let description = try ScratchFile.description(Self.jpeg([], exif: exif))
    #expect(description.title == "Titel 🌊")
    #expect(description.caption == "Ein Tag – au soleil")
    #expect(description.keywords == ["sea", "Düne"])
    #expect(description.creator == "Ann")
    #expect(description.copyright == "Ann\nBob")
    #expect(description.rating == 3)
  }

  @Test func textsOfEXIFMayBeLatin() throws {
    let exif = EXIFBlock { $0.moreValues = [0x8298: .undefined([0xA9, 0x20, 0x41, 0x80, 0])] }
    #expect(try ScratchFile.description(Self.jpeg([], exif: exif)).copyright == "© A€")
  }

  @Test func blankTextsAreNone() throws {
    let exif = EXIFBlock {
      $0.moreValues = [0x010E: .ascii(String(repeating: " ", count: 31)), 0x013B: .ascii("")]
    }
    #expect(try ScratchFile.description(Self.jpeg([], exif: exif)).isEmpty)
  }

  @Test func percentagesOfWindowsAreRatings() throws {
    let exif = EXIFBlock { $0.moreValues = [0x4749: .short([75])] }
    #expect(try ScratchFile.description(Self.jpeg([], exif: exif)).rating == 4)
    let wrong = EXIFBlock { $0.moreValues = [0x4746: .short([7])] }
    #expect(try ScratchFile.description(Self.jpeg([], exif: wrong)).rating == nil)
  }

  @Test func readsTextsOfAPNG() throws {
    let picture = PNGPicture(width: 8, height: 8) {
      $0.texts = [
        .plain(keyword: "Title", text: "Düne"), .compressed(keyword: "Author", text: "Ann"),
        .international(keyword: "Description", text: "Ein Tag 🌊"),
        .compressedInternational(keyword: "Copyright", text: "© Ann"),
      ]
    }
    let description = try ScratchFile.description(picture.encoded())
    #expect(description.title == "Düne")
    #expect(description.caption == "Ein Tag 🌊")
    #expect(description.creator == "Ann")
    #expect(description.copyright == "© Ann")
  }

  @Test func readsKeysOfAMovie() throws {
    let movie = QuickTimeMovie(width: 64, height: 48) {
      $0.metadata = [
        ("com.apple.quicktime.title", "Sea"), ("com.apple.quicktime.description", "A day"),
        ("com.apple.quicktime.keywords", "sea, sun"), ("com.apple.quicktime.artist", "Ann"),
        ("com.apple.quicktime.copyright", "© Ann"), ("com.apple.quicktime.rating.user", "5"),
      ]
    }
    let description = try ScratchFile.description(movie.encoded())
    #expect(description.title == "Sea")
    #expect(description.caption == "A day")
    #expect(description.keywords == ["sea", "sun"])
    #expect(description.creator == "Ann")
    #expect(description.copyright == "© Ann")
    #expect(description.rating == 5)
  }

  @Test func readsITunesItemsAndUserDataOfAMovie() throws {
    func item(_ code: [UInt8], _ text: String) -> [UInt8] {
      ISOFixture.box(
        code: code, ISOFixture.box("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(text.utf8)))
    }
    let items =
      item([0xA9, 0x6E, 0x61, 0x6D], "Sea") + item(Array("desc".utf8), "A day")
    let meta = ISOFixture.box(
      "meta", [0, 0, 0, 0], ISOFixture.box("hdlr", [UInt8](repeating: 0, count: 25)),
      ISOFixture.box("ilst", items))
    let old = ISOFixture.box(code: [0xA9, 0x63, 0x70, 0x79], [0, 3, 0, 0] + Array("Bob".utf8))
    let mobile = ISOFixture.box("auth", [0, 0, 0, 0, 0x15, 0xC7], Array("Ann\0".utf8))
    let movie =
      ISOFixture.fileType("mp42")
      + ISOFixture.box("moov", ISOFixture.box("udta", old, mobile, meta))
    let description = try ScratchFile.description(movie)
    #expect(description.title == "Sea")
    #expect(description.caption == "A day")
    #expect(description.creator == "Ann")
    #expect(description.copyright == "Bob")
  }
}
