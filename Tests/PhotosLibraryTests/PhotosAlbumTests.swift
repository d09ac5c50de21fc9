import AssetSupport
import PhotosSamples
import PipelineSupport
import Samples
import Testing

@testable import Assets
@testable import PhotosLibrary

/// Albums, folders and what counts as visible, as PhotoKit has them.
@Suite struct PhotosAlbumTests {
  private static let assets: [PhotosSampleAsset] = [
    PhotosSampleAsset(uuid: "A", filename: "a.jpg", created: 30),
    PhotosSampleAsset(uuid: "B", filename: "b.jpg", created: 20, ["ZKINDSUBTYPE": 10]),
    PhotosSampleAsset(uuid: "C", filename: "c.jpg", created: 10, ["ZFAVORITE": 1]),
    PhotosSampleAsset(uuid: "D", kind: 1, filename: "d.mov", created: 40),
    PhotosSampleAsset(uuid: "H", filename: "h.jpg", created: 50, ["ZHIDDEN": 1]),
    PhotosSampleAsset(uuid: "T", filename: "t.jpg", created: 60, ["ZTRASHEDSTATE": 1]),
    PhotosSampleAsset(
      uuid: "X", filename: "x.jpg", created: 70,
      ["ZVISIBILITYSTATE": 2, "ZAVALANCHEUUID": "burst", "ZAVALANCHEPICKTYPE": 2]),
    PhotosSampleAsset(
      uuid: "Y", filename: "y.jpg", created: 71,
      ["ZAVALANCHEUUID": "burst", "ZAVALANCHEPICKTYPE": 20]),
    PhotosSampleAsset(
      uuid: "S", filename: "s.jpg", created: 80, ["ZVISIBILITYSTATE": 2, "ZSAVEDASSETTYPE": 4]),
  ]

  private static let albums: [PhotosSampleAlbum] = [
    PhotosSampleAlbum(
      "Manual", uuid: "M", assets: ["B", "A", "C", "H", "T"], ["ZCUSTOMSORTKEY": 0]),
    PhotosSampleAlbum("Newest", uuid: "N", assets: ["C", "A", "B"], ["ZCUSTOMSORTASCENDING": 0]),
    PhotosSampleAlbum("Folder", uuid: "F", kind: 4000),
    PhotosSampleAlbum("Inner", uuid: "G", kind: 4000, parent: 2),
    PhotosSampleAlbum("Twin", uuid: "T1", parent: 3, assets: ["A"]),
    PhotosSampleAlbum("Twin", uuid: "T2", assets: ["D"]),
    PhotosSampleAlbum("Gone", uuid: "Z", assets: ["A"], ["ZTRASHEDSTATE": 1]),
    PhotosSampleAlbum("Shared", uuid: "S1", kind: 1505, assets: ["S"]),
    PhotosSampleAlbum("2019/20", uuid: "U", assets: ["C"]),
  ]

  private func world(_ release: PhotosRelease = .macOS15) throws -> PhotosWorld {
    try PhotosWorld(PhotosSampleLibrary(release, Self.assets, albums: Self.albums))
  }

  @Test(arguments: PhotosRelease.all)
  func albumsAreThoseOfTheLibrary(release: PhotosRelease) throws {
    let world = try world(release)
    let library = try world.open()
    let albums = try library.albums()
    #expect(albums.map(\.title) == ["Manual", "Newest", "Twin", "Twin", "2019/20"])
    #expect(albums.map(\.identifier).prefix(3) == ["M/L0/040", "N/L0/040", "T1/L0/040"])
    #expect(albums[2].folderPath == ["Folder", "Inner"])
    #expect(try albums.map { try library.count(of: $0) } == [3, 3, 1, 1, 1])
    let images = AssetPredicate.equals(.mediaType, .text(TextConstant("image")))
    #expect(try albums.map { try library.count(of: $0, where: images) } == [3, 3, 1, 0, 1])
    #expect(try library.albums([.albumCloudShared]).map(\.title) == ["Shared"])
  }

  @Test(arguments: PhotosRelease.all)
  func computedAlbumsAreCountedTogetherAsEachAlone(release: PhotosRelease) throws {
    let world = try world(release)
    func counts(_ names: [String]) throws -> [String] {
      try Scenario(
        [
          StageCall("source", ["albums": .list(names.map { .text($0) }), "includeHidden": true]),
          StageCall("filter", ["mediaType": "image", "empty": true]),
        ], library: world.path
      ).run().records.compactMap { album in
        album["subtype"].map { "\($0): \(album["count"] ?? "none")" }
      }
    }
    let names = CollectionSubtype.allCases.filter { $0.title != nil }.map(\.rawValue)
    let together = try counts(names)
    #expect(together.count == names.count)
    #expect(try together == names.flatMap { try counts([$0]) })
    #expect(together.count { !$0.hasSuffix(": 0") } > 3)
  }

  @Test(arguments: PhotosRelease.all)
  func assetsKnowTheirAlbums(release: PhotosRelease) throws {
    let world = try world(release)
    func paths(_ uuid: String) throws -> [String] {
      try #require(
        world.assets().first { $0.string(of: .localIdentifier).hasPrefix(uuid) }
      ).albumPaths.map(\.text)
    }
    #expect(try paths("A") == ["Manual", "Newest", "Folder/Inner/Twin"])
    #expect(try paths("D") == ["Twin"])
    // A slash of a title is one of the text alone.
    #expect(try paths("C") == ["Manual", "Newest", "2019/20"])
    #expect(
      try world.assets().first { $0.string(of: .localIdentifier).hasPrefix("C") }?
        .albumPaths.last?.titles == ["2019/20"])
    #expect(try paths("Y") == [])
    #expect(
      try world.uuids([:], ["albumPaths": .calling("has", "Folder/Inner/Twin")]) == ["A"])
  }

  /// On macOS 26 and later a row of another table, which may have the key of an album.
  @Test(arguments: PhotosRelease.all)
  func sharedAlbumsAreThereInEveryRelease(release: PhotosRelease) throws {
    var assets = Self.assets
    for (uuid, published) in [("P", 2.0), ("Q", 1.0)] {
      assets.append(
        PhotosSampleAsset(
          uuid: uuid, filename: "p.jpg", created: 90,
          [
            "ZVISIBILITYSTATE": 2, "ZSAVEDASSETTYPE": 4, "ZCLOUDBATCHPUBLISHDATE": .real(published),
          ]))
    }
    let albums = [
      PhotosSampleAlbum("Mine", uuid: "M", assets: ["A"]),
      PhotosSampleAlbum(
        "Theirs", uuid: "S", kind: 1505, assets: ["Q", "P"], ["ZCUSTOMSORTKEY": 0]),
      PhotosSampleAlbum("Gone", uuid: "G", kind: 1505, assets: ["S"], ["ZTRASHEDSTATE": 1]),
    ]
    let world = try PhotosWorld(PhotosSampleLibrary(release, assets, albums: albums))
    let found = try world.open().albums([.albumRegular, .albumCloudShared])
    #expect(found.map(\.identifier) == ["M/L0/040", "S/L0/040"])
    #expect(try world.uuids(["album": "Theirs"]) == ["Q", "P"])
    #expect(try world.uuids(["album": "Mine"]) == ["A"])
    #expect(try world.uuids(["album": "albumCloudShared"]).sorted() == ["P", "Q"])
    #expect(try world.uuids(["album": "albumRegular"]) == ["A"])
    #expect(try !world.uuids().contains("P"))
  }

  /// An album in a folder that contains itself is still an album.
  @Test func foldersThatMakeNoSenseHideNothing() throws {
    let albums = [
      PhotosSampleAlbum("Loop", uuid: "L", kind: 4000, ["ZPARENTFOLDER": 1]),
      PhotosSampleAlbum("In loop", uuid: "I", parent: 0, assets: ["A"]),
      PhotosSampleAlbum("Lost", uuid: "O", assets: ["B"], ["ZPARENTFOLDER": 4711]),
      PhotosSampleAlbum("Deleted", uuid: "D", kind: 4000, ["ZTRASHEDSTATE": 1]),
      PhotosSampleAlbum("In deleted", uuid: "E", parent: 3, assets: ["C"]),
      PhotosSampleAlbum("Odd", uuid: "X", ["ZTITLE": 5, "Z_FOK_PARENTFOLDER": "first"]),
    ]
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.assets, albums: albums))
    let found = try world.open().albums()
    #expect(found.map(\.identifier) == ["I/L0/040", "O/L0/040", "X/L0/040"])
    #expect(found.map(\.folderPath) == [[], [], []])
  }

  @Test func smartAlbumsAndProjectsAreNamedInTheMessage() throws {
    let albums = [
      PhotosSampleAlbum("Sunny", uuid: "S", kind: 1507),
      PhotosSampleAlbum("Book", uuid: "B", kind: 1508),
    ]
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, Self.assets, albums: albums))
    #expect(world.problem(["album": "Sunny"]).contains("smart album"))
    #expect(world.problem(["album": "Book"]).contains("project"))
    #expect(try world.open().albums().isEmpty)
  }

  @Test func albumIsGivenInItsOwnOrder() throws {
    let world = try world()
    #expect(try world.uuids(["album": "Manual"]) == ["B", "A", "C"])
    #expect(try world.uuids(["album": "Manual"], ["sortedBy": "album"]) == ["B", "A", "C"])
    #expect(try world.uuids(["album": "Newest"]) == ["A", "B", "C"])
    #expect(try world.uuids(["album": "Newest"], ["sortedBy": "creationDate"]) == ["C", "B", "A"])
  }

  @Test(arguments: [
    ("T1/L0/040", ["A"]), ("T2", ["D"]), ("Inner/Twin", []), ("Folder/Inner/Twin", ["A"]),
    ("Folder", ["A"]), ("F/L0/020", ["A"]), ("2019/20", ["C"]), ("Shared", ["S"]),
    ("smartAlbumFavorites", ["C"]), ("smartAlbumVideos", ["D"]),
    ("smartAlbumScreenshots", ["B"]), ("smartAlbumAllHidden", ["H"]),
    ("smartAlbumBursts", ["Y"]), ("smartAlbumUserLibrary", ["A", "B", "C", "D", "Y"]),
    ("smartAlbumRecentlyAdded", ["Y", "D", "A", "B", "C"]),
    ("albumRegular", ["A", "B", "C", "D"]), ("albumCloudShared", ["S"]),
  ])
  func albumIsNamedInManyWays(name: String, expected: [String]) throws {
    let world = try world()
    guard !expected.isEmpty else {
      #expect(world.problem(["album": .text(name)]).contains("no album"))
      return
    }
    #expect(try world.uuids(["album": .text(name)]) == expected)
  }

  @Test func titleOfSeveralAlbumsListsThem() throws {
    let problem = try world().problem(["album": "Twin"])
    #expect(problem.contains("\"T1/L0/040\" (Folder/Inner/Twin)"))
    #expect(problem.contains("\"T2/L0/040\" (Twin)"))
    #expect(try world().problem(["album": "Manuel"]).contains("did you mean \"Manual\"?"))
  }

  @Test func hiddenAndBurstFramesComeWhenAskedFor() throws {
    let world = try world()
    #expect(try world.uuids() == ["A", "B", "C", "D", "Y"])
    #expect(try world.uuids(["includeHidden": true]) == ["A", "B", "C", "D", "H", "Y"])
    #expect(try world.uuids(["includeAllBurstAssets": true]) == ["A", "B", "C", "D", "X", "Y"])
  }

  /// Dates of one millisecond are equal, whatever is stored beyond them.
  @Test(arguments: [true, false])
  func orderOfDatesIsTheEngines(isDescending: Bool) throws {
    var assets: [PhotosSampleAsset] = []
    for index in 0..<2000 {
      // Many in one millisecond, stored alike and not.
      let moment = Double(index / 40 % 20) + Double(index % 3) * 0.000_2
      var asset = PhotosSampleAsset(
        uuid: "\((index * 7919) % 2000)", filename: "a.jpg", created: moment)
      if index % 50 == 0 { asset.columns["ZDATECREATED"] = .null }
      assets.append(asset)
    }
    let world = try PhotosWorld(PhotosSampleLibrary(.macOS15, assets))
    let key = isDescending ? "-creationDate" : "creationDate"
    let pushed = try world.uuids([:], ["sortedBy": .text(key)])
    let sorted = try world.uuids([:], ["sortedBy": .list([.text(key), "localIdentifier"])])
    #expect(pushed == sorted)
    #expect(pushed.count == 2000)
    let page = try world.uuids([:], ["sortedBy": .text(key), "offset": 990, "limit": 20])
    #expect(page == Array(sorted[990..<1010]))
  }
}
