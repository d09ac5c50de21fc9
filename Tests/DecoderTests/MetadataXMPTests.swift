import Foundation
import Samples
import Testing

@testable import Decoder

@Suite struct MetadataXMPTests {
  /// A packet whose description has such attributes and content.
  static func packet(_ attributes: String = "", _ content: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmlns:stRef="http://ns.adobe.com/xap/1.0/sType/ResourceRef#" \(attributes)>
        \(content)
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """.utf8)
  }

  private func xmp(_ attributes: String = "", _ content: String) throws -> [String: Any] {
    try MetadataFile(xmp: Self.packet(attributes, content)).xmp
  }

  @Test func attributesAndElementsMeanTheSame() throws {
    let attributes = try xmp("xmp:Rating=\"5\" xmp:CreatorTool=\"A &amp; B\"", "")
    let elements = try xmp(
      "", "<xmp:Rating>5</xmp:Rating><xmp:CreatorTool>A &amp; B</xmp:CreatorTool>")
    #expect(attributes as NSDictionary == elements as NSDictionary)
    #expect(attributes.number("xmp:Rating") == 5)
    #expect(attributes.text("xmp:CreatorTool") == "A & B")
    #expect(attributes.count == 2)
  }

  @Test func listsAreLists() throws {
    let xmp = try xmp(
      "",
      """
      <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>Düne</rdf:li></rdf:Bag></dc:subject>
      <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>
      <exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>
      <dc:date><rdf:Seq/></dc:date>
      """)
    #expect(xmp.texts("dc:subject") == ["sea", "Düne"])
    #expect(xmp.texts("dc:creator") == ["Ann"])
    #expect(xmp.numbers("exif:ISOSpeedRatings") == [200])
    #expect(xmp.texts("dc:date") == [])
  }

  @Test func aTextInSeveralLanguagesIsTheStandardOne() throws {
    let xmp = try xmp(
      "",
      """
      <dc:title><rdf:Alt>
        <rdf:li xml:lang="de">Düne</rdf:li><rdf:li xml:lang="x-default">Dune</rdf:li>
      </rdf:Alt></dc:title>
      <dc:rights><rdf:Alt><rdf:li xml:lang="fr">Moi</rdf:li></rdf:Alt></dc:rights>
      """)
    #expect(xmp.text("dc:title") == "Dune")
    #expect(xmp.text("dc:title-de") == "Düne")
    #expect(xmp.text("dc:rights") == "Moi")
    #expect(xmp.count == 3)
  }

  @Test(
    arguments: [
      "<xmpMM:DerivedFrom stRef:instanceID=\"i\" stRef:documentID=\"d\"/>",
      """
      <xmpMM:DerivedFrom><rdf:Description stRef:instanceID="i">
      <stRef:documentID>d</stRef:documentID></rdf:Description></xmpMM:DerivedFrom>
      """,
      """
      <xmpMM:DerivedFrom rdf:parseType="Resource"><stRef:instanceID>i</stRef:instanceID>
      <stRef:documentID>d</stRef:documentID></xmpMM:DerivedFrom>
      """,
    ])
  func aStructureHasOneFormHoweverItIsWritten(_ content: String) throws {
    let value = try xmp("", content).object("xmpMM:DerivedFrom")
    #expect(
      value as NSDictionary? == ["stRef:instanceID": "i", "stRef:documentID": "d"] as NSDictionary)
  }

  @Test func listsOfStructuresAndQualifiedValues() throws {
    let xmp = try xmp(
      "",
      """
      <xmpMM:History><rdf:Seq>
        <rdf:li rdf:parseType="Resource"><stRef:instanceID>1</stRef:instanceID></rdf:li>
        <rdf:li stRef:instanceID="2"/>
        <rdf:li><rdf:Description stRef:instanceID="3"/></rdf:li>
      </rdf:Seq></xmpMM:History>
      <dc:source rdf:parseType="Resource"><rdf:value>v</rdf:value><xmp:q>no</xmp:q></dc:source>
      <dc:relation rdf:resource="http://example.com/"/>
      """)
    let history = xmp["xmpMM:History"] as? [[String: String]]
    #expect(history?.map { $0["stRef:instanceID"] } == ["1", "2", "3"])
    #expect(xmp.text("dc:source") == "v")
    #expect(xmp.text("dc:relation") == "http://example.com/")
  }

  @Test func valuesHaveTheTypesOfTheirProperties() throws {
    let xmp = try xmp(
      """
      exif:FNumber="28/10" exif:ExposureTime="1/0" exif:ExposureBiasValue="-1/3"
      tiff:Orientation="6" xmp:Rating="4.5" xmp:Label="5"
      """,
      """
      <exif:Flash rdf:parseType="Resource"><exif:Fired>True</exif:Fired><exif:Mode>3</exif:Mode>
      <exif:Return>many</exif:Return></exif:Flash>
      """)
    #expect(xmp.number("exif:FNumber") == 2.8)
    #expect(xmp.text("exif:ExposureTime") == "1/0")
    #expect(xmp.number("exif:ExposureBiasValue") == -1.0 / 3)
    #expect(xmp.number("tiff:Orientation") == 6)
    #expect(xmp.number("xmp:Rating") == 4.5)
    #expect(xmp.text("xmp:Label") == "5")
    let flash = xmp.object("exif:Flash")
    #expect(flash?["exif:Fired"] as? Bool == true)
    #expect(flash?.number("exif:Mode") == 3)
    #expect(flash?.text("exif:Return") == "many")
  }

  @Test func aPrefixIsTheNamespacesAndNotThePackets() throws {
    let xmp = try xmp(
      """
      xmlns:elements="http://purl.org/dc/elements/1.1/" elements:format="image/jpeg"
      xmlns:own="http://example.com/own/" own:thing="1"
      """, "<xmp:Nick xmlns:xmp=\"http://example.com/liar/\">x</xmp:Nick>")
    #expect(xmp.text("dc:format") == "image/jpeg")
    #expect(xmp.text("own:thing") == "1")
    #expect(xmp.text("{http://example.com/liar/}Nick") == "x")
  }

  @Test func aPacketThatBreaksOffKeepsWhatCameBefore() throws {
    let whole = Self.packet("xmp:Rating=\"3\"", "<dc:format>image/png</dc:format><dc:source>x")
    let text = String(decoding: whole, as: UTF8.self)
    let end = try #require(text.range(of: "<dc:source>"))
    let xmp = try MetadataFile(xmp: Array(text[..<end.upperBound].utf8)).xmp
    #expect(xmp.number("xmp:Rating") == 3)
    #expect(xmp.text("dc:format") == "image/png")
    #expect(xmp.text("problem") == "the XMP is not well-formed XML")
  }

  @Test func utf16AndNULsBehindThePacketAreRead() throws {
    let text = String(decoding: Self.packet("xmp:Label=\"東京\"", ""), as: UTF8.self)
    var wide: [UInt8] = [0xFE, 0xFF]
    for unit in text.utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    #expect(try MetadataFile(xmp: wide).xmp.text("xmp:Label") == "東京")
    let padded = Array(text.utf8) + [0, 0, 0]
    #expect(try MetadataFile(xmp: padded).xmp["problem"] == nil)
  }

  @Test func theSamplePacketIsReadInEveryContainer() throws {
    let packet = XMPPacket([("xmp:Rating", "5"), ("tiff:Make", "A & <B>")])
    let files: [any SampleFile] = [
      JPEGPicture(width: 16, height: 16) { $0.xmp = packet },
      PNGPicture(width: 16, height: 16) { $0.xmp = packet },
      WebPPicture(width: 16, height: 16) { $0.xmp = packet },
    ]
    for file in files {
      let xmp = try MetadataFile(file).xmp
      #expect(xmp.number("xmp:Rating") == 5, "\(type(of: file))")
      #expect(xmp.text("tiff:Make") == "A & <B>", "\(type(of: file))")
    }
  }

  /// Extended XMP lies in segments of its own, whose parts may come in any order.
  @Test func extendedXMPJoinsTheMainPacket() throws {
    let identifier = String(repeating: "0123456789ABCDEF", count: 2)
    let note = "xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\""
    let main = Self.packet("\(note) xmpNote:HasExtendedXMP=\"\(identifier)\" xmp:Rating=\"1\"", "")
    let more = Self.packet("xmp:Rating=\"2\" xmp:Label=\"more\"", "")
    func part(_ range: Range<Int>) -> (marker: UInt8, content: [UInt8]) {
      let start = UInt32(range.lowerBound)
      let place = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: start >> UInt32($0)) }
      return (
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0\(identifier)".utf8) + [0, 0, 0, 0] + place
          + more[range]
      )
    }
    var picture = JPEGPicture(width: 16, height: 16)
    picture.segments = [
      (0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + main),
      part(100..<more.count), part(0..<100),
    ]
    let xmp = try MetadataFile(picture).xmp
    #expect(xmp.number("xmp:Rating") == 1)
    #expect(xmp.text("xmp:Label") == "more")
    #expect(xmp["problem"] == nil)
    picture.segments.removeLast()
    #expect(
      try MetadataFile(picture).xmp.text("problem") == "a part of the extended XMP is missing")
  }
}
