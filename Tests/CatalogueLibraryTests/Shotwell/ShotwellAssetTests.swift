import Samples
import ShotwellSamples
import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

@Suite struct ShotwellAssetTests {
  /// A library with one photo and one video of nothing but that.
  private func world(
    photo: [String: ColumnValue] = [:], video: [String: ColumnValue] = [:], version: Int = 20
  ) throws -> ShotwellWorld {
    var database = ShotwellSampleDatabase(version: version)
    database.insert(into: "PhotoTable", ["filename": "/none/a.jpg"].merging(photo) { $1 })
    database.insert(into: "VideoTable", ["filename": "/none/b.mp4"].merging(video) { $1 })
    return try ShotwellWorld(database)
  }

  private func photo(
    _ row: [String: ColumnValue], version: Int = 20, includesHidden: Bool = false
  ) throws -> Asset {
    var fetch = AssetFetch()
    fetch.includesHidden = includesHidden
    return try #require(try world(photo: row, version: version).assets(fetch).first)
  }

  @Test func namesAreShotwells() throws {
    let assets = try world().assets()
    #expect(
      assets.map { $0.string(of: .localIdentifier) }
        == ["thumb0000000000000001", "video-0000000000000001"])
    #expect(assets.map { $0.string(of: .filename) } == ["a.jpg", "b.mp4"])
    #expect(assets.map { $0.string(of: .mediaType) } == ["image", "video"])
  }

  /// Bits mean something else for videos than for photos.
  @Test(arguments: [
    (0x01, false), (0x02, true), (0x04, false), (0x08, true), (0x10, true),
  ])
  func flagsOfPhotos(bits: Int64, isShown: Bool) throws {
    let world = try world(photo: ["flags": .integer(bits)])
    let photos = try world.assets().filter { $0.string(of: .mediaType) == "image" }
    #expect(photos.count == (isShown ? 1 : 0))
    #expect(photos.allSatisfy { $0.isFlagged(.isFavorite) == (bits == 0x10) })
  }

  @Test(arguments: [(0x01, 0), (0x02, 1), (0x04, 1)])
  func flagsOfVideos(bits: Int64, count: Int) throws {
    let world = try world(video: ["flags": .integer(bits)])
    let videos = try world.assets().filter { $0.string(of: .mediaType) == "video" }
    #expect(videos.count == count)
    #expect(videos.allSatisfy { $0.isFlagged(.isFavorite) == (bits == 0x04) })
  }

  @Test func hiddenPhotosAreGivenWhenAskedFor() throws {
    let hidden = try photo(["flags": 1], includesHidden: true)
    #expect(hidden.string(of: .filename) == "a.jpg" && hidden.isFlagged(.isHidden))
  }

  @Test(arguments: [
    (-1, -1), (0, 0), (5, 5), (6, nil), (-2, nil),
  ])
  func ratings(stored: Int64, expected: Int64?) throws {
    let asset = try photo(["rating": .integer(stored)])
    guard case .integer(let stars) = asset.value(of: .rating) else {
      #expect(expected == nil)
      return
    }
    #expect(expected == stars)
  }

  /// The library keeps titles and ratings itself, and leaves the photographer to the file.
  @Test func whatShotwellKeepsIsNotTakenFromTheFile() throws {
    let folder = try TemporaryDirectory()
    let packet = XMPSidecarFile {
      $0.title = "embedded"
      $0.creators = ["Ann"]
      $0.attributes = ["xmp:Rating": "5"]
    }.encoded()
    let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
    try folder.write(
      JPEGPicture(width: 16, height: 8) { $0.segments = [(0xE1, segment)] }, to: "a.jpg")
    let asset = try photo(["filename": .text(folder.path("a.jpg")), "rating": 1])
    #expect(!asset.value(of: .title).isPresent)
    #expect(asset.string(of: .creator) == "Ann")
    guard case .integer(1) = asset.value(of: .rating) else {
      Issue.record("Shotwell's rating")
      return
    }
  }

  @Test func datesAreSecondsSince1970() throws {
    let asset = try photo(["exposure_time": 1_212_162_961, "time_created": 1_795_321_894])
    #expect(asset.moment(.creationDate) == 1_212_162_961_000)
    #expect(asset.moment(.addedDate) == 1_795_321_894_000)
    #expect(asset.string(of: .creationDateSource) == "shotwell")
  }

  /// Shotwell 0.32 says NULL where earlier ones said 0.
  @Test(arguments: [(20, nil), (24, 0 as Int64)])
  func unsetDates(version: Int, expected: Int64?) throws {
    #expect(
      try photo(["exposure_time": 0], version: version).moment(.creationDate) == expected)
    #expect(try photo(["exposure_time": .null], version: version).moment(.creationDate) == nil)
  }

  @Test func sizesAreAsShown() throws {
    #expect(try photo(["width": 100, "height": 60, "orientation": 1]).size == [100, 60])
    #expect(try photo(["width": 100, "height": 60, "orientation": 6]).size == [60, 100])
    let crop: ColumnValue = "[crop]\nleft=10\ntop=20\nright=39\nbottom=59\n"
    #expect(
      try photo(["width": 100, "height": 60, "orientation": 1, "transformations": crop]).size
        == [30, 40])
  }

  @Test(
    arguments: [
      ["transformations": "[adjustments]\nexposure=2\n"],
      ["orientation": 6, "original_orientation": 1],
    ] as [[String: ColumnValue]])
  func whatShotwellChangedIsAdjusted(row: [String: ColumnValue]) throws {
    let asset = try photo(row)
    #expect(asset.isFlagged(.hasAdjustments))
    guard case .missing = asset.place(of: .current) else {
      Issue.record("a version that is in no file was given one")
      return
    }
  }

  @Test func turnedByTheCameraIsNotAdjusted() throws {
    let asset = try photo(["orientation": 6, "original_orientation": 6])
    #expect(!asset.isFlagged(.hasAdjustments))
    #expect(asset.value(of: .orientation).isInteger(6))
  }

  /// Shotwell 0.30 stores the encoding of EXIF's user comment with the comment.
  @Test(arguments: [
    ("A day out", "A day out"), ("charset=Ascii", ""), ("charset=Ascii A day out", "A day out"),
    ("", ""),
  ])
  func comments(stored: String, expected: String) throws {
    #expect(try photo(["comment": .text(stored)]).string(of: .caption) == expected)
  }

  @Test func keywordsAreTheNamesOfTags() throws {
    var database = ShotwellSampleDatabase()
    database.insert(into: "PhotoTable", ["filename": "/none/a.jpg"])
    for (name, list) in [
      ("Holiday", "thumb0000000000000001,"), ("/Trips", "thumb0000000000000001,"),
      ("/Trips/Italy", "thumb0000000000000001,"), ("/Food/Italy", "thumb0000000000000001,"),
      ("Other", "thumb0000000000000002,video-0000000000000001,"),
    ] {
      database.insert(into: "TagTable", ["name": .text(name), "photo_id_list": .text(list)])
    }
    let asset = try #require(try ShotwellWorld(database).assets().first)
    #expect(asset.keywords == ["Holiday", "Italy", "Trips"])
  }

  @Test func placesAreReadSinceSchema21() throws {
    let row: [String: ColumnValue] = ["has_gps": 1, "gps_lat": 48.5, "gps_lon": -3.25]
    guard case .location(let location) = try photo(row, version: 24).value(of: .location) else {
      Issue.record("no location")
      return
    }
    #expect(location.latitude == 48.5 && location.longitude == -3.25)
    #expect(try !photo(row, version: 20).value(of: .location).isPresent)
  }
}

extension Asset {
  fileprivate func moment(_ field: Field) -> Int64? {
    if case .date(let date) = value(of: field) { return date.milliseconds }
    return nil
  }

  fileprivate var size: [Int64] { [integer(.pixelWidth), integer(.pixelHeight)] }
}

extension FieldValue {
  fileprivate func isInteger(_ number: Int64) -> Bool {
    if case .integer(number) = self { return true }
    return false
  }
}
