import Files
import Media
import Samples
import Testing

/// Files that lie, that are huge where people type, or that are broken.
@Suite struct HostileDescriptionTests {
  private func jpeg(_ segments: [(marker: UInt8, content: [UInt8])]) -> [UInt8] {
    JPEGPicture(width: 16, height: 16) { $0.segments = segments }.encoded()
  }

  private func packet(_ body: String) -> [UInt8] {
    Array(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmp:Rating="3">\(body)</rdf:Description></rdf:RDF>
      """.utf8)
  }

  private func description(ofXMP packet: [UInt8]) throws -> MediaDescription {
    try ScratchFile.description(
      PlainPicture(.jxlBox, width: 8, height: 8).encoded()
        + ISOFixture.box("xml ", packet))
  }

  @Test func whatStandsInFrontOfAProblemIsKept() throws {
    for problem in [
      "<dc:a>", "&bomb;", "</x>", "<!DOCTYPE a>", String(repeating: "<a>", count: 100),
    ] {
      #expect(try description(ofXMP: packet(problem)).rating == 3, "\(problem.prefix(12))")
    }
  }

  @Test func moreThanFourMebibytesOfXMPAreLeftOut() throws {
    let padding = String(repeating: " ", count: 60 << 20)
    #expect(try description(ofXMP: packet(padding)).isEmpty)
    #expect(try description(ofXMP: packet(String(repeating: " ", count: 3 << 20))).rating == 3)
  }

  @Test func aHundredThousandKeywordsAreCut() throws {
    let items = (0..<100_000).map { "<rdf:li>\($0)</rdf:li>" }.joined()
    let many = packet("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
    #expect(try description(ofXMP: many).keywords.count == MediaDescription.longestList)
    let records = IPTCBlock { for number in 0..<6000 { $0.add(25, "\(number)") } }
    let found = try ScratchFile.description(jpeg([records.segment])).keywords
    #expect(found.count == MediaDescription.longestList)
  }

  @Test func oddKeywordsDoNoHarm() throws {
    let long = [UInt8](repeating: 0x78, count: 60_000)
    var records = IPTCBlock()
    records.add(2, 25, Array("a\nb".utf8))
    records.add(2, 25, Array("c\0d".utf8))
    records.add(2, 25, [])
    records.add(2, 25, [0, 0])
    records.add(2, 120, Array(long.prefix(30_000)))
    let description = try ScratchFile.description(jpeg([records.segment]))
    #expect(description.keywords == ["a\nb", "c"])
    #expect(description.caption?.utf8.count == 30_000)
  }

  @Test func recordsThatBreakOffKeepWhatWasRead() throws {
    var records = IPTCBlock { $0.add(5, "kept") }
    records.add(2, 120, [])
    var bytes = records.bytes
    bytes[bytes.count - 2] = 0x7F
    let picture = TIFFPicture(width: 8, height: 8) { picture in
      picture.exif = EXIFBlock { $0.moreValues = [0x83BB: .undefined(bytes)] }
    }
    #expect(try ScratchFile.description(picture.encoded()).title == "kept")
  }

  @Test func everyMutationOfEveryFormatIsRead() throws {
    var reader = HeaderReader()
    for (kind, sample) in (SampleKinds.all + SampleMovies.all).enumerated() {
      let whole = sample.sample.encoded()
      var mutator = Mutator(seed: UInt64(kind))
      for _ in 0..<60 {
        let file = ScratchFile(mutator.mutated(whole))
        let read = try reader.readDescribed(
          descriptor: file.descriptor, size: file.size, digest: { _ in nil })
        let keywords = read.description?.keywords ?? []
        #expect(keywords.count <= MediaDescription.longestList)
      }
    }
  }

  @Test func whatIsPackedIsReadBack() throws {
    var description = MediaDescription()
    let packedNone = try #require(description.packed())
    #expect(packedNone.isEmpty)
    (description.title, description.caption) = ("Sea", "A day\nat the sea 🌊")
    (description.keywords, description.persons) = (["a", "b"], ["Ada"])
    (description.rating, description.colorLabel) = (-1, "Red")
    (description.creator, description.copyright) = ("Ann", "© Ann")
    (description.place.location, description.place.country) = ("Forum", "Italia")
    let packed = try #require(description.packed())
    let read = packed.withUnsafeBytes { MediaDescription(packed: $0) }
    #expect(read == description)
    for count in packed.indices.dropFirst() {
      #expect(packed[..<count].withUnsafeBytes { MediaDescription(packed: $0) } == nil)
    }
    description.caption = String(repeating: "x", count: MediaDescription.packedLimit)
    #expect(description.packed() == nil)
  }
}
