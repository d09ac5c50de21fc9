import Media
import Samples
import Testing

@testable import Files

@Suite struct XMPSidecarTests {
  private func read(_ bytes: [UInt8]) throws(SidecarProblem) -> XMPSidecar {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SidecarProblem) in try XMPSidecar(bytes) }
    }
    return try result.get()
  }

  private func read(_ fill: (inout XMPSidecarFile) -> Void) throws -> XMPSidecar {
    try read(XMPSidecarFile(fill).encoded())
  }

  private func milliseconds(_ date: CaptureDate?) -> Int64? {
    date?.millisecondsSince1970(zone: LocalTimeZone(fixedOffsetMinutes: 0))
  }

  @Test func readsWhatLightroomWrites() throws {
    let sidecar = try read {
      $0.attributes = [
        "exif:DateTimeOriginal": "2019-07-01T12:00:00.25+02:00",
        "exif:GPSLatitude": "54,10.8N", "exif:GPSLongitude": "7,52.8W", "exif:GPSAltitude": "45/10",
        "xmp:CreateDate": "2020-01-01T00:00:00", "photoshop:SidecarForExtension": "CR2",
      ]
      $0.title = "The sea & <more>"
      $0.descriptions = [("de", "Ein Tag"), ("x-default", "A day"), ("fr", "Un jour")]
      $0.subjects = ["Sea", "Sea", "Summer"]
      $0.hierarchy = ["Places|Sea"]
      $0.regions = [("Ada", "Face"), ("Rex", "Pet"), ("Grace", "Face")]
    }
    #expect(milliseconds(sidecar.captureDate) == 1_561_975_200_250)
    #expect(sidecar.captureDate?.offsetMinutes == 120)
    #expect(sidecar.captureDate?.source == .xmpSidecar)
    #expect(
      sidecar.location
        == MediaLocation(latitude: 54 + 10.8 / 60, longitude: -(7 + 52.8 / 60), altitude: 4.5))
    #expect(sidecar.description.title == "The sea & <more>")
    #expect(sidecar.description.caption == "A day")
    #expect(sidecar.description.keywords == ["Sea", "Summer"])
    #expect(sidecar.description.persons == ["Ada", "Grace"])
    #expect(sidecar.fileExtension == "CR2")
  }

  @Test func readsWhatApplePhotosWrites() throws {
    let sidecar = try read {
      $0.elements = [
        "photoshop:DateCreated": "2019-07-01T12:00:00-07:00",
        "exif:GPSLatitude": "54.18", "exif:GPSLatitudeRef": "N",
        "exif:GPSLongitude": "7.88", "exif:GPSLongitudeRef": "W",
      ]
    }
    #expect(milliseconds(sidecar.captureDate) == 1_562_007_600_000)
    #expect(sidecar.location == MediaLocation(latitude: 54.18, longitude: -7.88))
  }

  @Test func keywordsMayBeHierarchiesAlone() throws {
    let sidecar = try read { $0.hierarchy = ["Places|Germany|Berlin", "Animals/Cat", "Sea"] }
    #expect(sidecar.description.keywords == ["Berlin", "Cat", "Sea"])
  }

  @Test func facesOfMicrosoftCountToo() throws {
    #expect(try read { $0.microsoftFaces = ["Ada", "Ada", ""] }.description.persons == ["Ada"])
  }

  @Test func aDateWithoutATimeIsWorthLess() throws {
    let sidecar = try read { $0.attributes = ["photoshop:DateCreated": "2019-07-01"] }
    #expect(sidecar.captureDate == nil)
    #expect(milliseconds(sidecar.creationDate) == 1_561_939_200_000)
  }

  @Test(arguments: ["2019-02-30T12:00:00", "99999-01-01T00:00:00", "soon", "0000:00:00 00:00:00"])
  func datesBeyondAnyCalendarAreNone(text: String) throws {
    #expect(try read { $0.attributes = ["exif:DateTimeOriginal": text] }.captureDate == nil)
  }

  @Test(arguments: [
    ("91,0N", "0,0E"), ("north", "east"), ("1,2,3,4N", "1E"), ("1/0", "1"), ("", "1"),
  ])
  func placesOutsideTheEarthAreNone(latitude: String, longitude: String) throws {
    let sidecar = try read {
      $0.attributes = ["exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude]
    }
    #expect(sidecar.location == nil)
  }

  @Test func prefixesMeanNothing() throws {
    let text = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
       xmlns:dc="http://example.com/other" xmlns:d="http://purl.org/dc/elements/1.1/"
       dc:title="no" d:title='yes &#xE9;&amp;'><d:subject><r:Seq><r:li><![CDATA[<a>]]></r:li></r:Seq>
      </d:subject><!-- <d:description>no</d:description> --></r:Description></r:RDF>
      """
    let sidecar = try read(Array(text.utf8))
    #expect(sidecar.description.title == "yes é&")
    #expect(sidecar.description.keywords == ["<a>"])
    #expect(sidecar.description.caption == nil)
  }

  @Test func anEntityBombIsRefused() {
    let bomb = XMPSidecarFile {
      $0.prologue = """
        <!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>

        """
    }
    #expect(throws: SidecarProblem.documentType) { try read(bomb.encoded()) }
    let unknown = "<rdf:RDF xmlns:rdf=\"x\">&bomb;</rdf:RDF>"
    #expect(throws: SidecarProblem.notXML) { try read(Array(unknown.utf8)) }
  }

  @Test(arguments: [
    "", "{}", "<a>", "<a></b>", "<a/><b/>", "<a b></a>", "<a b='</a>", "<a>&#x110000;</a>", "text",
    "<a", "<!-- ", "<a b=\"<\"/>", "<x/>",
  ])
  func whatIsNoXMPIsSaid(text: String) {
    #expect(throws: SidecarProblem.notXML) { try read(Array(text.utf8)) }
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(throws: SidecarProblem.tooComplex) { try read(Array(deep.utf8)) }
    let many = "<a>\(String(repeating: "<b/>", count: 200_000))</a>"
    #expect(throws: SidecarProblem.tooComplex) { try read(Array(many.utf8)) }
  }

  @Test func moreThanFourMebibytesAreRefused() {
    #expect(throws: SidecarProblem.tooLarge) {
      try read([UInt8](repeating: 0x20, count: XMPSidecar.sizeLimit + 1))
    }
  }

  @Test func ratingAndLabelAreNoKeywords() throws {
    let sidecar = try read { $0.attributes = ["xmp:Rating": "5", "xmp:Label": "Red"] }
    var expected = MediaDescription()
    (expected.rating, expected.colorLabel) = (5, "Red")
    #expect(sidecar.description == expected)
  }

  @Test(arguments: [
    ("5", 5), ("0", 0), ("-1", -1), ("3.0", 3), ("7", nil), ("-5", nil), ("five", nil), ("", nil),
    ("4.5", nil), ("5/1", 5),
  ])
  func onlyRatingsOfTheScaleAreKnown(text: String, stars: Int?) throws {
    let sidecar = try read { $0.attributes = ["xmp:Rating": text] }
    #expect(sidecar.description.rating == stars)
  }

  @Test(arguments: [(1, 1), (25, 2), (50, 3), (75, 4), (99, 5), (0, 0), (101, nil)])
  func percentagesOfMicrosoftCountWhereNoRatingDoes(percent: Int, stars: Int?) throws {
    let sidecar = try read { $0.elements = ["MicrosoftPhoto:Rating": "\(percent)"] }
    #expect(sidecar.description.rating == stars)
    let both = try read { $0.elements = ["MicrosoftPhoto:Rating": "99", "xmp:Rating": "2"] }
    #expect(both.description.rating == 2)
  }

  @Test func readsWhoTookItAndWhere() throws {
    let sidecar = try read {
      $0.creators = ["Ann", "Bob"]
      $0.rights = "© Ann"
      $0.personsInImage = ["Ada"]
      $0.attributes = [
        "Iptc4xmpCore:Location": "Forum", "photoshop:City": "Roma", "photoshop:State": "Lazio",
        "photoshop:Country": "Italia",
      ]
    }
    #expect(sidecar.description.creator == "Ann; Bob")
    #expect(sidecar.description.copyright == "© Ann")
    #expect(sidecar.description.persons == ["Ada"])
    #expect(sidecar.description.place.names == ["Forum", "Roma", "Lazio", "Italia"])
  }

  @Test func thePlaceThatIsShownCountsFirst() throws {
    let sidecar = try read {
      $0.attributes = ["photoshop:City": "Rome", "photoshop:Country": "Italy"]
      $0.shownPlace = ["Iptc4xmpExt:City": "Ostia", "Iptc4xmpExt:Sublocation": "Beach"]
    }
    #expect(sidecar.description.place.names == ["Beach", "Ostia", "Italy"])
  }

  @Test func longTextsAndLongListsAreBounded() throws {
    let long = String(repeating: "x", count: MediaDescription.longestText + 1)
    let sidecar = try read {
      $0.title = long
      $0.subjects = [long, "a\nb"] + (0..<10_000).map { "keyword \($0)" }
    }
    #expect(sidecar.description.title == nil)
    #expect(sidecar.description.keywords.count == MediaDescription.longestList)
    #expect(sidecar.description.keywords.first == "a\nb")
  }

  @Test func whatIsCutShortIsRefused() {
    let whole = XMPSidecarFile { $0.subjects = ["Sea"] }.encoded()
    for count in whole.indices.dropLast() {
      #expect(throws: SidecarProblem.notXML) { try read(Array(whole.prefix(count))) }
    }
  }

  @Test func everyMutationIsReadOrRefused() throws {
    let whole = XMPSidecarFile {
      $0.attributes = ["exif:DateTimeOriginal": "2019-07-01T12:00:00"]
      $0.subjects = ["Sea"]
      $0.regions = [("Ada", "Face")]
    }.encoded()
    var generator = SeededGenerator(seed: 9)
    var (accepted, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      do throws(SidecarProblem) {
        let sidecar = try read(bytes)
        accepted += 1
        // No text comes from outside the file; a wrong byte is shown by three.
        #expect(texts(of: sidecar).allSatisfy { $0.utf8.count <= 3 * bytes.count })
      } catch {
        refused += 1
        #expect(error == .notXML || error == .documentType)
      }
    }
    #expect(accepted > 100 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }

  private func texts(of sidecar: XMPSidecar) -> [String] {
    let typed = sidecar.description
    return [typed.title, typed.caption, sidecar.fileExtension].compactMap(\.self) + typed.keywords
      + typed.persons
  }

  @Test(arguments: [
    ("0,0.0N", "0,0.0E", nil, false), ("0", "0", "0/1", false), ("0,0.0N", "0,0.0E", "5/1", true),
    ("0,0.0N", "7,30.0E", nil, true),
  ])
  func zeroZeroIsAPlaceOnlyIfItWasMeasured(
    latitude: String, longitude: String, error: String?, isPlace: Bool
  ) throws {
    let sidecar = try read {
      $0.attributes = ["exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude]
      if let error { $0.attributes["exif:GPSHPositioningError"] = error }
    }
    #expect((sidecar.location != nil) == isPlace)
  }

  @Test(arguments: [
    "OLYMPUS DIGITAL CAMERA", "Olympus Digital Camera ", "SONY DSC", "SAMSUNG",
    "MINOLTA DIGITAL CAMERA",
    "KODAK Digital Still Camera", "DCIM\\100MEDIA\\DJI_0412.JPG", "DCIM/100GOPRO", "DCIM101MEDIA",
    "ASCII", "charset=\"Ascii\"", "Exif_JPEG_PICTURE", "<Digimax i5, Samsung #1>", "hdrpl",
    "default",
  ])
  func descriptionsOfCamerasAreNone(text: String) throws {
    let sidecar = try read { $0.descriptions = [("x-default", text)] }
    #expect(sidecar.description.caption == nil)
    #expect(sidecar.description.cameraCaption != nil)
  }

  @Test(arguments: [
    "My new OLYMPUS DIGITAL CAMERA", "Sony DSC at the lake", "Samsung", "DCIM of the old phone",
    "ASCII art", "Default gateway", "The mon", "<3 Samsung", "burst of joy",
  ])
  func descriptionsOfPeopleStay(text: String) throws {
    #expect(try read { $0.descriptions = [("x-default", text)] }.description.caption == text)
  }
}
