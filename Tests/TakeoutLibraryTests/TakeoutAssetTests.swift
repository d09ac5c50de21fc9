import AssetSupport
import Assets
import Foundation
import PipelineSupport
import Platform
import Samples
import Synchronization
import TestSupport
import Testing

@Suite struct TakeoutAssetTests {
  private let world: TakeoutWorld
  private let year = "Takeout/Google Photos/Photos from 2019"

  init() throws {
    world = try TakeoutWorld()
  }

  private func exif(_ date: String, offset: String? = nil) -> EXIFBlock {
    EXIFBlock {
      $0.dateTimeOriginal = date
      $0.subSecTimeOriginal = "250"
      $0.offsetTimeOriginal = offset
      $0.position = Position(latitude: 1, longitude: 2)
    }
  }

  @Test func saysWhatTheSidecarSays() throws {
    try world.add("IMG_1.JPG", to: year) {
      $0.description = "A day"
      $0.position = Position(latitude: 54.18, longitude: 7.88, altitude: 4)
      $0.people = ["Ada"]
      $0.isFavorite = true
    }
    let record = try #require(try world.records()["\(year)/IMG_1.JPG"])
    #expect(record["creationDate"] as? String == "2019-07-01T10:00:00.000Z")
    #expect(record["creationDateSource"] as? String == "takeout")
    #expect(record["addedDate"] as? String == "2019-07-01T11:00:00.000Z")
    #expect(record["description"] as? String == "A day")
    #expect(
      record["location"] as? [String: Double]
        == ["latitude": 54.18, "longitude": 7.88, "altitude": 4])
    #expect(record["persons"] as? [String] == ["Ada"])
    #expect(record["isFavorite"] as? Bool == true)
    #expect(record["isHidden"] as? Bool == false)
    #expect(record["hasAdjustments"] as? Bool == false)
    #expect(record["title"] == nil)
  }

  @Test func googlesDateWinsUnlessTheFileTellsItMoreExactly() throws {
    try world.add(
      "same.jpg", to: year, exif: exif("2019:07:01 12:00:00", offset: "+02:00"))
    try world.add(
      "other.jpg", to: year, exif: exif("2012:01:01 00:00:00", offset: "+02:00"))
    let records = try world.records()
    let same = records["\(year)/same.jpg"]
    #expect(same?["creationDate"] as? String == "2019-07-01T10:00:00.250Z")
    #expect(same?["creationDateSource"] as? String == "exif")
    #expect(same?["creationDateOffset"] as? String == "+02:00")
    let other = records["\(year)/other.jpg"]
    #expect(other?["creationDate"] as? String == "2019-07-01T10:00:00.000Z")
    #expect(other?["creationDateSource"] as? String == "takeout")
    #expect(other?["creationDateOffset"] == nil)
    // Without a place in the sidecar the file's is the only one.
    #expect((other?["location"] as? [String: Double])?["latitude"] == 1)
  }

  /// Google's moment is 2019-07-01T10:00:00Z.
  @Test func googlesMomentAndTheFilesClockTellTheZone() throws {
    try world.add("same.jpg", to: year, exif: exif("2019:07:01 02:00:00"))
    try world.add("near.jpg", to: year, exif: exif("2019:07:01 15:46:10"))
    try world.add("zoned.jpg", to: year, exif: exif("2019:07:01 12:31:00", offset: "+02:00"))
    try world.add("far.jpg", to: year, exif: exif("2019:07:03 02:00:00"))
    try world.add("IMG_20190701_190000.jpg", to: year)
    let expected = [
      "same.jpg": "2019-07-01T10:00:00.250Z -08:00 exif",
      "near.jpg": "2019-07-01T10:00:00.000Z +05:45 takeout",
      "zoned.jpg": "2019-07-01T10:00:00.000Z +02:00 takeout",
      "far.jpg": "2019-07-01T10:00:00.000Z none takeout",
      "IMG_20190701_190000.jpg": "2019-07-01T10:00:00.000Z +09:00 takeout",
    ]
    let records = try world.records()
    for (name, date) in expected {
      let record = try #require(records["\(year)/\(name)"])
      let parts = ["creationDate", "creationDateOffset", "creationDateSource"]
      #expect(
        parts.map { record[$0] as? String ?? "none" }.joined(separator: " ") == date, "\(name)")
    }
  }

  @Test func theNameOfTheUploadIsKeptWhereTheExportChangedIt() throws {
    let title = "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINAL_FILE.jpg"
    try world.add(title, to: year)
    try world.add("IMG_1.JPG", to: year, number: 2)
    let outcome = try world.run()
    #expect(try outcome.texts("title") == ["IMG_1.JPG", title])
    #expect(try outcome.texts("filename")[0] == "IMG_1(2).JPG")
  }

  @Test func trashIsOutAndTheArchiveIsHidden() throws {
    try world.add("a.jpg", to: year)
    try world.add("b.jpg", to: "Takeout/Google Photos/Papierkorb") { $0.isTrashed = true }
    try world.add("c.jpg", to: "Takeout/Google Photos/Archiv") { $0.isArchived = true }
    #expect(try world.run().texts("filename") == ["a.jpg"])
    let outcome = try world.run(["includeHidden": true])
    #expect(try outcome.texts("filename") == ["c.jpg", "a.jpg"])
    #expect(try outcome.records.map { $0["isHidden"] as? Bool } == [true, false])
  }

  @Test func anEditedVersionIsAPartOfItsOriginal() throws {
    try world.add("a.jpg", to: year)
    try world.add(picture: "a-bearbeitet.jpg", to: year)
    try world.add("b.jpg", to: year)
    let records = try world.records()
    #expect(records.keys.sorted() == ["\(year)/a.jpg", "\(year)/b.jpg"])
    #expect(records["\(year)/a.jpg"]?["hasAdjustments"] as? Bool == true)
    #expect(
      records["\(year)/a.jpg"]?["editedPath"] as? String
        == world.folder.path("\(year)/a-bearbeitet.jpg"))
    #expect(records["\(year)/b.jpg"]?["hasAdjustments"] as? Bool == false)
  }

  @Test func aMovieWithoutASidecarIsThatOfALivePhoto() throws {
    // Longer than a camera makes it, and without an identifier: the names alone tell.
    let movie = QuickTimeMovie(width: 16, height: 8) { $0.duration = 9 }
    try world.add("a.HEIC", to: year)
    try world.folder.write(movie, to: "\(year)/a.MP4")
    try world.add("PXL_1.MP.jpg", to: year)
    try world.folder.write(movie, to: "\(year)/PXL_1.MP")
    try world.add("b.HEIC", to: year)
    try world.folder.write(movie, to: "\(year)/b.MP4")
    try world.folder.write(
      TakeoutSidecar(title: "b.MP4", taken: 1), to: "\(year)/b.MP4.supplemental-metadata.json")
    let outcome = try world.run()
    #expect(try outcome.texts("filename") == ["PXL_1.MP.jpg", "a.HEIC", "b.HEIC", "b.MP4"])
    #expect(
      try outcome.texts("livePhotoVideoPath")
        == [
          world.folder.path("\(year)/PXL_1.MP"), world.folder.path("\(year)/a.MP4"), "", "",
        ])
    #expect(try outcome.texts("playbackStyle") == ["livePhoto", "livePhoto", "image", "video"])
  }

  @Test func anyFolderOfATakeoutIsOne() throws {
    try world.add("a.jpg", to: year)
    for place in ["Takeout", "Takeout/Google Photos", year] {
      #expect(try world.run(in: place).texts("creationDateSource") == ["takeout"])
    }
  }

  @Test func jsonInOtherLibrariesIsAFileAsEver() throws {
    try world.add(picture: "a.jpg", to: "pictures")
    try world.folder.write("{\"title\": \"a\"}", to: "pictures/a.jpg.json")
    try world.folder.write("not JSON", to: "pictures/b.json")
    let reported = Lock<[String]>([])
    var scenario = Scenario([StageCall("source", ["everything": true])], library: world.folder.path)
    scenario.notices = RunNotices { text in reported.withLock { $0.append(text) } }
    let outcome = try scenario.run()
    #expect(
      try outcome.names == ["pictures/a.jpg", "pictures/a.jpg.json", "pictures/b.json"])
    #expect(try outcome.texts("creationDateSource")[0] == "fileSystem")
    #expect(reported.withLock(\.self).isEmpty)
  }

  @Test func aBrokenSidecarIsReportedOnceAndTheFileBelieved() throws {
    try world.add("a.jpg", to: year)
    for name in ["b", "c"] {
      try world.add(
        "\(name).jpg", to: year, exif: exif("2012:01:01 00:00:00", offset: "+00:00"))
      try world.folder.write(
        "{ no JSON", to: "\(year)/\(name).jpg.supplemental-metadata.json")
    }
    try world.add("d.jpg", to: year)
    let large = world.folder.path("\(year)/d.jpg.supplemental-metadata.json")
    #expect(truncate(large, 1 << 30) == 0)
    let reported = Lock<[String]>([])
    var scenario = Scenario([StageCall("source")], library: world.folder.path)
    scenario.notices = RunNotices { text in reported.withLock { $0.append(text) } }
    let outcome = try scenario.run()
    #expect(try outcome.texts("filename") == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(
      try outcome.texts("creationDateSource") == ["takeout", "exif", "exif", "fileSystem"])
    #expect(outcome.reasons.isEmpty)
    #expect(reported.withLock(\.count) == 2)
    #expect(reported.withLock { $0.contains { $0.contains("b.jpg.suppl") && $0.contains("JSON") } })
    #expect(reported.withLock { $0.contains { $0.contains("larger than a sidecar can be") } })
  }

  @Test func namesThatAreNotUTF8HaveSidecarsToo() throws {
    try world.add("a.jpg", to: year)
    let place = Array(world.folder.path(year).utf8)
    func rename(_ old: String, _ new: [UInt8]) {
      let bytes = (place + [0x2F] + new + [0]).map { CChar(bitPattern: $0) }
      #expect(Foundation.rename(world.folder.path("\(year)/\(old)"), bytes) == 0)
    }
    rename("a.jpg", [0xFF] + Array(".jpg".utf8))
    rename("a.jpg.supplemental-metadata.json", [0xFF] + Array(".jpg.json".utf8))
    let record = try #require(try world.run().records.first)
    #expect(record["creationDateSource"] as? String == "takeout")
    #expect(record["filenameBytes"] != nil)
  }

  @Test func anXMPFileWinsOverGoogle() throws {
    try world.add("a.jpg", to: year) { $0.description = "Google's" }
    try world.folder.write(
      XMPSidecarFile {
        $0.attributes = ["exif:DateTimeOriginal": "2001-01-01T00:00:00Z"]
        $0.descriptions = [("x-default", "mine")]
      }, to: "\(year)/a.jpg.xmp")
    let outcome = try world.run()
    #expect(try outcome.texts("creationDate") == ["2001-01-01T00:00:00.000Z"])
    #expect(try outcome.texts("description") == ["mine"])
  }

  /// A live photo is both its files, and an edited picture the file that the version names.
  @Test(arguments: [
    (nil, ["a.HEIC": "a.HEIC", "a.MP4": "a.MP4"]),
    ("current", ["a.HEIC": "a-edited.HEIC", "a.MP4": "a.MP4"]),
    ("unadjusted", ["a.HEIC": "a.HEIC", "a.MP4": "a.MP4"]),
  ])
  func aCopyIsAllFilesOfTheVersion(_ version: String?, _ files: [String: String]) throws {
    try world.add("a.HEIC", to: year)
    try world.add(picture: "a-edited.HEIC", to: year, seed: 2)
    let movie = QuickTimeMovie(width: 16, height: 8) { $0.duration = 2 }
    try world.folder.write(movie, to: "\(year)/a.MP4")
    let out = try TemporaryDirectory()
    let load: ArgumentValue =
      version.map { ["file": "copy", "version": .text($0)] } ?? ["file": "copy"]
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", load)], library: world.folder.path)
    scenario.outputFolder = out.path
    let outcome = try scenario.run()
    #expect(outcome.reasons == [])
    let written = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
    #expect(written == files.keys.sorted())
    for (copy, original) in files {
      #expect(try out.contents(of: copy) == world.folder.contents(of: "\(year)/\(original)"))
    }
  }
}
