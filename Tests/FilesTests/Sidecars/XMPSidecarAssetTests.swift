import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Platform
import Samples
import Synchronization
import TestSupport
import Testing

@Suite struct XMPSidecarAssetTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func picture(_ date: String? = "2019:07:01 10:00:00") -> JPEGPicture {
    JPEGPicture(width: 16, height: 8) {
      $0.exif = EXIFBlock {
        $0.dateTimeOriginal = date
        $0.subSecTimeOriginal = "120"
        $0.orientation = 1
        $0.position = Position(latitude: 1, longitude: 2)
      }
    }
  }

  private func run(_ stages: StageCall...) throws -> Scenario.Outcome {
    try Scenario([StageCall("source")] + stages, library: folder.path).run()
  }

  private func record(_ name: String) throws -> [String: Any] {
    let records = try run().records
    return try #require(records.first { $0["filename"] as? String == name })
  }

  @Test func saysWhatTheSidecarSays() throws {
    try folder.write(picture(), to: "a.jpg")
    try folder.write(
      XMPSidecarFile {
        $0.attributes = [
          "exif:DateTimeOriginal": "2019-07-01T12:00:00+02:00", "exif:GPSLatitude": "54,10.8N",
          "exif:GPSLongitude": "7,52.8E", "xmp:Rating": "5", "tiff:Orientation": "6",
        ]
        $0.title = "The sea"
        $0.descriptions = [("x-default", "A day")]
        $0.subjects = ["Sea"]
        $0.regions = [("Ada", "Face")]
      }, to: "a.jpg.xmp")
    let outcome = try run()
    #expect(try outcome.names == ["a.jpg"])
    let record = try #require(try outcome.records.first)
    #expect(record["creationDate"] as? String == "2019-07-01T10:00:00.000Z")
    #expect(record["creationDateSource"] as? String == "xmpSidecar")
    #expect(record["creationDateOffset"] as? String == "+02:00")
    #expect(record["title"] as? String == "The sea")
    #expect(record["description"] as? String == "A day")
    #expect(record["keywords"] as? [String] == ["Sea"])
    #expect(record["persons"] as? [String] == ["Ada"])
    #expect((record["location"] as? [String: Double])?["latitude"] == 54.18)
    #expect(record["isFavorite"] as? Bool == false)
    #expect(record["orientation"] as? Int == 1)
    #expect(record["pixelWidth"] as? Int == 16)
  }

  @Test func theFractionOfTheSameSecondIsKept() throws {
    try folder.write(picture(), to: "a.jpg")
    try folder.write(
      XMPSidecarFile { $0.attributes = ["exif:DateTimeOriginal": "2019-07-01T10:00:00-07:00"] },
      to: "a.xmp")
    let record = try record("a.jpg")
    #expect(record["creationDate"] as? String == "2019-07-01T17:00:00.120Z")
    #expect(record["creationDateSource"] as? String == "xmpSidecar")
  }

  @Test func whenItWasDigitizedCountsOnlyWithoutADateInTheFile() throws {
    try folder.write(picture(), to: "a.jpg")
    try folder.write(picture(nil), to: "b.jpg")
    let sidecar = XMPSidecarFile { $0.attributes = ["xmp:CreateDate": "2020-01-01T00:00:00Z"] }
    try folder.write(sidecar, to: "a.xmp")
    try folder.write(sidecar, to: "b.xmp")
    #expect(try record("a.jpg")["creationDateSource"] as? String == "exif")
    #expect(try record("b.jpg")["creationDate"] as? String == "2020-01-01T00:00:00.000Z")
  }

  @Test func aSidecarBelongsToItsPicture() throws {
    for name in ["a.jpg", "a.png", "b.jpg", "C.JPG", "d.jpg", "d_01.jpg"] {
      try folder.write(picture(), to: name)
    }
    func write(_ title: String, _ name: String, for wanted: String? = nil) throws {
      try folder.write(
        XMPSidecarFile {
          $0.title = title
          if let wanted { $0.attributes = ["photoshop:SidecarForExtension": wanted] }
        }, to: name)
    }
    try write("whole name", "a.jpg.xmp")
    try write("stem", "a.xmp")
    try write("another extension", "b.xmp", for: "CR2")
    try write("capitals", "c.XMP", for: "jpg")
    try write("nobody's", "d_02.jpg.xmp")
    let titles = try run().records.map { "\($0["filename"] ?? ""): \($0["title"] ?? "none")" }
    #expect(
      titles == [
        "C.JPG: capitals", "a.jpg: whole name", "a.png: stem", "b.jpg: none", "d.jpg: none",
        "d_01.jpg: none",
      ])
  }

  @Test(arguments: [
    ("Caf\u{E9}.jpg", "Cafe\u{301}.jpg.xmp"), ("Cafe\u{301}.jpg", "CAF\u{C9}.XMP"),
    ("IMG_1.JPG", "img_1.jpg.XMP"),
  ])
  func spellingsOfOneNameAreOne(_ name: String, _ sidecar: String) throws {
    try folder.write(picture(), to: name)
    try folder.write(XMPSidecarFile { $0.title = "found" }, to: sidecar)
    #expect(try run().records.map { $0["title"] as? String } == ["found"])
  }

  #if os(Linux)
    @Test func aSidecarIsOpenedOnlyForWhatItTells() throws {
      try folder.write(picture(), to: "a.jpg")
      try folder.write(XMPSidecarFile { $0.title = "a" }, to: "a.xmp")
      let watch = OpenWatch(folder.path)
      let tests: [ArgumentValue] = [
        ["filename": "b.jpg"], ["fileSize": 1], ["mediaType": "video"], ["pixelWidth": 1],
        ["userComment": .calling("present")],
      ]
      for test in tests { _ = try run(StageCall("filter", test)) }
      #expect(!watch.names.contains("a.xmp"))
      _ = try run(StageCall("filter", ["title": "b"]))
      #expect(watch.names == ["a.xmp"])
      _ = try run(StageCall("filter", ["creationDate": .calling("present"), "title": "b"]))
      #expect(watch.names.filter { $0 == "a.xmp" }.count == 1)
    }
  #endif

  @Test(arguments: [
    ("not XML", 1, "is not XMP in well-formed XML"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", 1, "has a document type"),
    ("<a>", 100, "is nested too deeply"),
    (" ", 5 << 20, "is larger than a sidecar can be"),
  ])
  func aBrokenSidecarIsReportedOnceAndTheFileBelieved(
    part: String, count: Int, words: String
  ) throws {
    let content = String(repeating: part, count: count)
    for name in ["a", "b", "c"] {
      try folder.write(picture(), to: "\(name).jpg")
      try folder.write(content, to: "\(name).xmp")
    }
    let reported = Lock<[String]>([])
    var scenario = Scenario([StageCall("source")], library: folder.path)
    scenario.notices = RunNotices { text in reported.withLock { $0.append(text) } }
    let outcome = try scenario.run()
    #expect(try outcome.names == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(try outcome.texts("creationDateSource") == ["exif", "exif", "exif"])
    #expect(outcome.reasons.isEmpty)
    let notices = reported.withLock(\.self)
    #expect(notices.count == 1)
    #expect(notices.first?.contains(words) == true)
  }

  @Test func linksAndPipesAreNoSidecars() throws {
    try folder.write(picture(), to: "a.jpg")
    try folder.write(picture(), to: "b.jpg")
    try folder.write(XMPSidecarFile { $0.title = "outside" }, to: "real")
    #expect(symlink(folder.path("real"), folder.path("a.xmp")) == 0)
    #expect(mkfifo(folder.path("b.xmp"), 0o600) == 0)
    let outcome = try run(StageCall("filter", ["mediaType": "image"]))
    #expect(try outcome.texts("title") == ["", ""])
  }

  @Test func aSidecarThatChangesAloneIsSeen() throws {
    // So many that the catalogue is worth its while.
    for name in "abcdefghijkl" { try folder.write(picture(), to: "\(name).jpg") }
    try folder.write(XMPSidecarFile { $0.title = "one" }, to: "a.xmp")
    let state = try TemporaryDirectory()
    func title() throws -> [String] {
      var scenario = Scenario([StageCall("source")], library: folder.path)
      let later = CatalogueClock { CatalogueClock.systemTime() + 10_000_000_000 }
      scenario.catalogue = Catalogue(
        at: state.path("catalogue.sqlite"), limit: Catalogue.standardLimit, clock: later
      ) { _ in }
      let titles = try scenario.run().texts("title")
      scenario.catalogue?.close()
      return titles.filter { !$0.isEmpty }
    }
    #expect(try title() == ["one"])
    try folder.write(XMPSidecarFile { $0.title = "two" }, to: "a.xmp")
    #expect(try title() == ["two"])
  }

  private func xmp(_ rating: String) -> XMPSidecarFile {
    XMPSidecarFile { $0.attributes = ["xmp:Rating": rating] }
  }

  private func ratings() throws -> [String: Int] {
    let records = try run(StageCall("filter", ["rating": .calling("present")])).records
    return Dictionary(
      uniqueKeysWithValues: try records.map { record in
        let name = try #require(record["filename"] as? String)
        let found = try run(StageCall("filter", ["rating": 4])).names.contains(name)
        return (name, found ? 4 : 2)
      })
  }

  @Test func theSameNameComesBeforeOneInOtherLetters() throws {
    try folder.write(picture(), to: "A.jpg")
    try folder.write(picture(), to: "a.jpg")
    try folder.write(xmp("2"), to: "A.jpg.xmp")
    #expect(try ratings() == ["A.jpg": 2])
    try folder.write(xmp("4"), to: "a.jpg.xmp")
    #expect(try ratings() == ["A.jpg": 2, "a.jpg": 4])
    try folder.write(picture(), to: "Caf\u{E9}.JPG")
    try folder.write(xmp("4"), to: "cafe\u{301}.jpg.XMP")
    #expect(try ratings().values.sorted() == [2, 4, 4])
  }

  @Test func halvesOfTheSameNameComeBeforeThoseInOtherLetters() throws {
    for name in ["IMG_1", "img_1"] {
      try folder.write(
        HEIFPicture(width: 16, height: 8) {
          $0.exif = EXIFBlock { $0.make = "Apple" }
        }, to: "\(name).HEIC")
    }
    try folder.write(QuickTimeMovie(width: 16, height: 8) { $0.duration = 2 }, to: "img_1.MOV")
    let names = try run().records.map {
      ($0["filename"] as? String ?? "", $0["livePhotoVideoPath"] != nil)
    }
    #expect(names.contains { $0 == ("IMG_1.HEIC", false) })
    #expect(!names.contains { $0 == ("IMG_1.HEIC", true) })
  }
}
