import Files
import Media
import Samples
import Testing

/// The order of blocks of metadata that disagree.
@Suite struct DescriptionOrderTests {
  private static let digest: [UInt8] = Array(1...16)

  private func describe(
    xmp: XMPSidecarFile? = nil, iptc: IPTCBlock? = nil, exif: [UInt16: TIFFValue] = [:],
    currentDigest: [UInt8]? = Self.digest
  ) throws -> MediaDescription {
    let picture = JPEGPicture(width: 16, height: 16) {
      if !exif.isEmpty { $0.exif = EXIFBlock { $0.moreValues = exif } }
      if let xmp {
        $0.segments.append((0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.encoded()))
      }
      if let iptc { $0.segments.append(iptc.segment) }
    }
    return try ScratchFile.description(picture.encoded()) { _ in currentDigest }
  }

  private static let xmp = XMPSidecarFile {
    $0.title = "xmp"
    $0.descriptions = [("x-default", "xmp")]
    $0.subjects = ["xmp"]
    $0.creators = ["xmp"]
  }

  private static func iptc(digest: [UInt8]?) -> IPTCBlock {
    IPTCBlock(isUTF8: true) {
      $0.digest = digest
      $0.add(5, "iptc")
      $0.add(25, "iptc")
      $0.add(80, "iptc")
      $0.add(95, "Lazio")
      $0.add(120, "iptc")
    }
  }

  @Test func exifCountsBeforeTheOthers() throws {
    let exif: [UInt16: TIFFValue] = [
      0x010E: .ascii("exif"), 0x013B: .ascii("exif"), 0x9C9E: .byte([0x65, 0, 0, 0]),
    ]
    let description = try describe(xmp: Self.xmp, iptc: Self.iptc(digest: nil), exif: exif)
    #expect(description.caption == "exif")
    #expect(description.creator == "exif")
    #expect(description.title == "xmp")
    #expect(description.keywords == ["xmp"])
  }

  @Test(arguments: [nil, digest]) func xmpCountsBeforeIPTCOfTheSameTime(stored: [UInt8]?) throws {
    let description = try describe(xmp: Self.xmp, iptc: Self.iptc(digest: stored))
    #expect(description.title == "xmp")
    #expect(description.caption == "xmp")
    #expect(description.keywords == ["xmp"])
    // What only one of them has is taken from it.
    #expect(description.place.state == "Lazio")
  }

  @Test func newerIPTCCountsBeforeXMP() throws {
    let old = [UInt8](repeating: 9, count: 16)
    let description = try describe(xmp: Self.xmp, iptc: Self.iptc(digest: old))
    #expect(description.title == "iptc")
    #expect(description.caption == "iptc")
    #expect(description.keywords == ["iptc"])
    #expect(description.creator == "iptc")
  }

  @Test func textsThatIIMHadToCutAreThoseOfXMP() throws {
    let long = String(repeating: "k", count: 70)
    let xmp = XMPSidecarFile { $0.subjects = [long, "other"] }
    let iptc = IPTCBlock {
      $0.digest = [UInt8](repeating: 9, count: 16)
      $0.add(25, String(long.prefix(64)))
      $0.add(25, "changed")
    }
    #expect(try describe(xmp: xmp, iptc: iptc).keywords == [long, "changed"])
  }

  @Test func pathsOfKeywordsCountAfterIPTC() throws {
    let iptc = IPTCBlock(isUTF8: true) {
      $0.add(25, "Trip")
      $0.add(25, "Beach")
    }
    let paths = XMPSidecarFile { $0.hierarchy = ["Places|Italy|Rome", "People|Ann"] }
    #expect(try describe(xmp: paths, iptc: iptc).keywords == ["Trip", "Beach"])
    #expect(try describe(xmp: paths).keywords == ["Rome", "Ann"])
    let both = XMPSidecarFile {
      $0.subjects = ["Sea"]
      $0.hierarchy = ["Places|Italy|Rome"]
    }
    #expect(try describe(xmp: both, iptc: iptc).keywords == ["Sea"])
    let windows: [UInt16: TIFFValue] = [0x9C9E: .byte([0x77, 0, 0, 0])]
    #expect(try describe(xmp: paths, exif: windows).keywords == ["Rome", "Ann"])
  }

  /// A text that a camera wrote counts as absent, so that one that the user typed elsewhere counts.
  @Test func descriptionsOfCamerasAreNone() throws {
    let exif: [UInt16: TIFFValue] = [0x010E: .ascii("OLYMPUS DIGITAL CAMERA         ")]
    let alone = try describe(exif: exif)
    #expect(alone.caption == nil)
    #expect(alone.cameraCaption == "OLYMPUS DIGITAL CAMERA")
    #expect(try describe(xmp: Self.xmp, exif: exif).caption == "xmp")
    let copied = XMPSidecarFile { $0.descriptions = [("x-default", "SONY DSC")] }
    #expect(try describe(xmp: copied, iptc: Self.iptc(digest: nil)).caption == "iptc")
    let iptc = IPTCBlock { $0.add(120, "DCIM\\100MEDIA\\DJI_0001.JPG") }
    #expect(try describe(iptc: iptc).caption == nil)
    let packed = try #require(alone.packed())
    #expect(packed.withUnsafeBytes { MediaDescription(packed: $0) } == alone)
  }

  @Test func windowsTagsCountLast() throws {
    let exif: [UInt16: TIFFValue] = [
      0x4746: .short([2]), 0x9C9B: .byte([0x77, 0, 0, 0]), 0x9C9C: .byte([0x77, 0, 0, 0]),
    ]
    let alone = try describe(exif: exif)
    #expect(alone.title == "w" && alone.caption == "w" && alone.rating == 2)
    let both = try describe(
      xmp: XMPSidecarFile { $0.attributes = ["xmp:Rating": "5"] },
      iptc: Self.iptc(digest: nil), exif: exif)
    #expect(both.title == "iptc" && both.caption == "iptc" && both.rating == 5)
  }

  @Test func iptcIsLatinUnlessItSaysOtherwise() throws {
    let undeclared = IPTCBlock { $0.add(2, 120, [0x44, 0xFC, 0x6E, 0x65, 0x80]) }
    #expect(try describe(iptc: undeclared).caption == "Düne€")
    let declared = IPTCBlock(isUTF8: true) { $0.add(120, "Düne") }
    #expect(try describe(iptc: declared).caption == "Düne")
    // As exiftool does; UTF-8 that is not declared is no UTF-8.
    let wrong = IPTCBlock { $0.add(120, "ü") }
    #expect(try describe(iptc: wrong).caption == "Ã¼")
    // A later declaration holds for what follows it.
    let mixed = IPTCBlock {
      $0.add(2, 25, [0xFC])
      $0.add(1, 90, [0x1B, 0x25, 0x47])
      $0.add(25, "ü")
    }
    #expect(try describe(iptc: mixed).keywords == ["ü"])
  }

  @Test func tagsOfTIFFHaveIPTCToo() throws {
    let records = Self.iptc(digest: nil)
    for (tag, bytes) in [(UInt16(0x83BB), records.bytes), (0x8649, records.resources)] {
      let picture = TIFFPicture(width: 8, height: 8) { picture in
        picture.exif = EXIFBlock { $0.moreValues = [tag: .undefined(bytes)] }
      }
      #expect(try ScratchFile.description(picture.encoded()).title == "iptc")
    }
    let padded = records.bytes + [UInt8](repeating: 0, count: (4 - records.bytes.count % 4) % 4)
    let swapped = stride(from: 0, to: padded.count, by: 4).flatMap {
      padded[$0..<$0 + 4].reversed()
    }
    let picture = TIFFPicture(width: 8, height: 8) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x83BB: .undefined(swapped)] }
    }
    #expect(try ScratchFile.description(picture.encoded()).title == "iptc")
  }

  @Test func profilesOfAPNGHaveIPTCToo() throws {
    let text = PNGText.digits(of: Self.iptc(digest: nil).resources, name: "iptc")
    let picture = PNGPicture(width: 8, height: 8) {
      $0.texts = [.compressed(keyword: "Raw profile type iptc", text: text)]
    }
    #expect(try ScratchFile.description(picture.encoded()).keywords == ["iptc"])
  }
}
