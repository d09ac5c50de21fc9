import Assets
import Media
import Samples
import Testing

@testable import Files

@Suite struct XMPEditorTests {
  private static let values = {
    var values = XMPValues()
    values.description.title = "The sea & <more> \"quoted\""
    values.description.caption = "Two\nlines\tand a tab\r"
    values.description.keywords = ["Sea", "Größe", "日本"]
    values.description.rating = 4
    values.description.colorLabel = "Red"
    values.description.persons = ["Ada", "Gra\u{1}ce"]
    values.captureDate = "2019-07-01T12:00:00.250+02:00"
    values.location = MediaLocation(latitude: -54.18, longitude: 7.880001, altitude: -3.5)
    values.albums = [AlbumPath(["Italy", "Rome"]), AlbumPath(["Best"])]
    return values
  }()

  private func merged(_ values: XMPValues, _ packet: String?) throws -> String {
    let bytes = try XMPEditor.merged(values, into: packet.map { Array($0.utf8) })
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  private func properties(_ text: String) throws -> XMPProperties {
    try Array(text.utf8).withUnsafeBytes { try XMPProperties(whole: $0) }
  }

  private func packet(_ content: String) -> String {
    """
    <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/'>
    <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'
     xmlns:d='http://purl.org/dc/elements/1.1/' xmlns:xmp='http://ns.adobe.com/xap/1.0/'
     xmlns:crs='http://ns.adobe.com/camera-raw-settings/1.0/'>
    \(content)
    </r:RDF>
    </x:xmpmeta>
    <?xpacket end='w'?>
    """
  }

  @Test func whatIsWrittenIsRead() throws {
    let properties = try properties(try merged(Self.values, nil))
    var expected = Self.values.description
    expected.caption = "Two\nlines\tand a tab"
    expected.persons = ["Ada", "Grace"]
    #expect(properties.description == expected)
    #expect(properties.lightroomPaths == ["Sea", "Größe", "日本"])
    #expect(properties.albums == ["Italy|Rome", "Best"])
    #expect(properties.captureDate?.offsetMinutes == 120)
    #expect(properties.captureDate?.wallClockMilliseconds == 1_561_982_400_250)
    let location = try #require(properties.location)
    #expect(abs(location.latitude + 54.18) < 1e-9)
    #expect(abs(location.longitude - 7.880001) < 1e-9)
    #expect(location.altitude == -3.5)
  }

  @Test func aSecondTimeNothingChanges() throws {
    for start in [nil, packet("<r:Description r:about='x'/>"), packet("")] {
      let first = try merged(Self.values, start)
      #expect(try merged(Self.values, first) == first)
    }
  }

  @Test func whateverHappenedBeforeTheValuesAreThereAndStay() throws {
    var random = SeededGenerator(seed: 1)
    var text: String?
    for _ in 0..<200 {
      var values = XMPValues()
      if Bool.random(using: &random) {
        values.description.title = ["a", "b"].randomElement(using: &random)
      }
      if Bool.random(using: &random) {
        values.description.rating = Int.random(in: -1...5, using: &random)
      }
      if Bool.random(using: &random) {
        values.description.keywords = ["x", "y", "z"].shuffled(using: &random).dropLast()
      }
      if Bool.random(using: &random) {
        values.albums = [AlbumPath(["\(Int.random(in: 0...2, using: &random))"])]
      }
      if values.isEmpty { continue }
      let edited = try merged(values, text)
      let found = try properties(edited)
      #expect(
        values.description.title == nil || found.description.title == values.description.title)
      #expect(
        values.description.rating == nil || found.description.rating == values.description.rating)
      #expect(
        values.description.keywords.isEmpty
          || found.description.keywords == values.description.keywords)
      #expect(values.albums.isEmpty || found.albums == values.albums.map(\.text))
      #expect(try merged(values, edited) == edited)
      // Descriptions that lost all of their properties go.
      #expect(edited.count < 4000)
      text = edited
    }
  }

  @Test func unknownPropertiesStayByteForByte() throws {
    let unknown = """
      <r:Description r:about='uuid:1' crs:Exposure='+1.5' xmp:Rating='2'   crs:Look = "a > b">
        <crs:Curve><r:Seq><r:li>0, 0</r:li><!-- kept --></r:Seq></crs:Curve>
        <d:format>image/jpeg</d:format>
        <d:title><r:Alt><r:li xml:lang='x-default'>Old</r:li></r:Alt></d:title>
      </r:Description>
      """
    var values = XMPValues()
    values.description.rating = 5
    values.description.title = "New"
    let edited = try merged(values, packet(unknown))
    #expect(
      edited.contains("<r:Description r:about='uuid:1' crs:Exposure='+1.5'   crs:Look = \"a > b\">")
    )
    #expect(
      edited.contains(
        "<crs:Curve><r:Seq><r:li>0, 0</r:li><!-- kept --></r:Seq></crs:Curve>\n  <d:format>"))
    #expect(edited.contains("rdf:about=\"uuid:1\""))
    #expect(!edited.contains("Old"))
    let found = try properties(edited)
    #expect(found.description.rating == 5)
    #expect(found.description.title == "New")
  }

  @Test func aValueThatIsThereKeepsItsOtherLanguages() throws {
    let title = """
      <r:Description><d:title><r:Alt><r:li xml:lang='de'>Meer</r:li>\
      <r:li xml:lang='x-default'>Sea</r:li></r:Alt></d:title></r:Description>
      """
    var values = XMPValues()
    values.description.title = "Sea"
    #expect(try merged(values, packet(title)) == packet(title))
    values.description.rating = 1
    #expect(try merged(values, packet(title)).contains("Meer"))
    // So does one that changes.
    values.description.title = "Ocean"
    let edited = try merged(values, packet(title))
    #expect(edited.contains("<rdf:li xml:lang=\"de\">Meer</rdf:li>"))
    #expect(!edited.contains("Sea"))
    #expect(try properties(edited).description.title == "Ocean")
  }

  @Test func keywordsKeepTheirPathsAndDigiKamsFollow() throws {
    let known = """
      <r:Description xmlns:lr='http://ns.adobe.com/lightroom/1.0/'
        xmlns:digiKam='http://www.digikam.org/ns/1.0/'>
        <d:subject><r:Bag><r:li>Rome</r:li></r:Bag></d:subject>
        <lr:hierarchicalSubject><r:Bag><r:li>Italy|Rome</r:li></r:Bag></lr:hierarchicalSubject>
        <digiKam:TagsList><r:Seq><r:li>Italy/Rome</r:li></r:Seq></digiKam:TagsList>
      </r:Description>
      """
    var values = XMPValues()
    values.description.keywords = ["Rome", "sun"]
    let edited = try merged(values, packet(known))
    #expect(edited.ranges(of: "Italy|Rome").count == 1)
    #expect(edited.contains("<rdf:li>Italy/Rome</rdf:li>\n     <rdf:li>sun</rdf:li>"))
    #expect(edited.ranges(of: "rdf:Seq").count == 2)
    #expect(!edited.contains("<r:Description xmlns:lr"))
    #expect(try !merged(values, nil).contains("TagsList"))
  }

  @Test func pathsStayAndTheirPartsAreNoKeywordsOfTheirOwn() throws {
    let known = """
      <r:Description xmlns:lr='http://ns.adobe.com/lightroom/1.0/'>
        <d:subject><r:Bag><r:li>Places</r:li><r:li>Paris</r:li></r:Bag></d:subject>
        <lr:hierarchicalSubject><r:Bag><r:li>Places|Paris</r:li><r:li>People|Ann</r:li></r:Bag>
        </lr:hierarchicalSubject>
      </r:Description>
      """
    var values = XMPValues()
    values.description.keywords = ["Places", "Paris"]
    #expect(try merged(values, packet(known)) == packet(known))
    values.description.keywords += ["AC/DC", "p|q"]
    let edited = try merged(values, packet(known))
    #expect(
      try properties(edited).lightroomPaths == ["Places|Paris", "People|Ann", "AC/DC"])
    #expect(try properties(edited).description.keywords == values.description.keywords)
    #expect(try merged(values, edited) == edited)
  }

  @Test func aListThatIsTooLongToReadStays() throws {
    let items = (0..<5000).map { "<r:li>k\($0)</r:li>" }.joined()
    let known = packet(
      "<r:Description><d:subject><r:Bag>\(items)</r:Bag></d:subject></r:Description>")
    var values = XMPValues()
    values.description.keywords = ["new"]
    #expect(try merged(values, known) == known)
  }

  @Test(arguments: ["<?xml version='1.0' encoding='ISO-8859-1'?>", "<?xml encoding=\"latin1\"?>"])
  func anotherEncodingIsRefused(_ declaration: String) throws {
    let text = declaration + packet("<r:Description/>")
    #expect(throws: SidecarProblem.encoding) { try merged(Self.values, text) }
  }

  @Test func bytesWithoutMeaningAreRefused() throws {
    for byte in [0, 0xFF] as [UInt8] {
      var bytes = Array(packet("<r:Description xmp:Label='a#b'/>").utf8)
      bytes[try #require(bytes.firstIndex(of: 0x23))] = byte
      #expect(throws: SidecarProblem.notXML) { try XMPEditor.merged(Self.values, into: bytes) }
    }
  }

  @Test func anEmptyPacketIsFilled() throws {
    let empty = """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><r:RDF
        xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' /></x:xmpmeta>
      """
    var values = XMPValues()
    values.description.rating = 3
    let edited = try merged(values, empty)
    #expect(edited.contains("</r:RDF></x:xmpmeta>"))
    #expect(try properties(edited).description.rating == 3)
    #expect(try merged(values, edited) == edited)
  }

  @Test func utf16BecomesUTF8() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-16'?>\n" + packet("<r:Description xmp:Label='Blau'/>")
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    var values = XMPValues()
    values.description.rating = 3
    let bytes = try XMPEditor.merged(values, into: wide)
    let edited = try #require(String(validating: bytes, as: UTF8.self))
    #expect(edited.hasPrefix("<?xpacket"))
    #expect(try properties(edited).description.colorLabel == "Blau")
    #expect(try properties(edited).description.rating == 3)
  }

  @Test(arguments: [
    ("no XML", SidecarProblem.notXML), ("<x/>", .notXML), ("", .notXML),
    ("<!DOCTYPE x><x/>", .documentType),
  ])
  func whatIsNoXMPIsRefused(_ text: String, _ problem: SidecarProblem) {
    #expect(throws: problem) { try merged(Self.values, text) }
  }

  @Test func aPacketWithoutRoomIsRefused() {
    let large = packet(String(repeating: " ", count: XMPProperties.sizeLimit))
    #expect(throws: SidecarProblem.tooLarge) { try merged(Self.values, large) }
  }
}
