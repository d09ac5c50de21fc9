import AssetSupport
import PhotosSamples
import PipelineSupport
import Samples
import Testing

@testable import Assets
@testable import PhotosLibrary

/// Assets that are shared, in iCloud alone or from messages, and the places of their files.
@Suite struct PhotosScopeTests {
  private func world(
    _ columns: [String: ColumnValue], kind: Int64 = 0, release: PhotosRelease = .macOS15,
    _ make: (inout PhotosSampleAsset) -> Void = { _ in }
  ) throws -> PhotosWorld {
    var asset = PhotosSampleAsset(uuid: "AB", kind: kind, filename: "a", created: 1, columns)
    make(&asset)
    return try PhotosWorld(PhotosSampleLibrary(release, [asset]))
  }

  private func paths(_ world: PhotosWorld, _ field: Field) throws -> String {
    let asset = try #require(try world.assets().first)
    return asset.string(of: field).replacing(world.path + "/", with: "")
  }

  private static let published: [String: ColumnValue] = [
    "ZCLOUDBATCHPUBLISHDATE": 5.0, "ZSAVEDASSETTYPE": 4,
  ]

  @Test(arguments: ["scopes/cloudsharing/data", "resources/cloudsharing/data"])
  func sharedPicturesHaveAFolderOfTheirOwn(folder: String) throws {
    let world = try world(Self.published)
    try world.add("originals/A/AB.jpeg", "\(folder)/A/AB.jpeg")
    #expect(try paths(world, .path) == "\(folder)/A/AB.jpeg")
  }

  @Test func sharedVideoIsNotItsFirstFrame() throws {
    let world = try world(Self.published.merging(["ZFILENAME": "AB.poster.JPG"]) { $1 }, kind: 1)
    try world.add(
      "scopes/cloudsharing/data/A/AB.poster.JPG", "scopes/cloudsharing/data/A/AB.medium.MP4")
    #expect(try paths(world, .path) == "scopes/cloudsharing/data/A/AB.medium.MP4")
  }

  @Test func sharedLivePhotoHasItsVideoBesideIt() throws {
    let world = try world(Self.published.merging(["ZKINDSUBTYPE": 2]) { $1 })
    try world.add("scopes/cloudsharing/data/A/AB.jpeg", "scopes/cloudsharing/data/A/AB.MOV")
    #expect(try paths(world, .livePhotoVideoPath) == "scopes/cloudsharing/data/A/AB.MOV")
  }

  @Test func sourceTypeTellsWhatIsShared() throws {
    for columns: [String: ColumnValue] in [
      ["ZCLOUDBATCHPUBLISHDATE": 5.0], ["ZSAVEDASSETTYPE": 4],
    ] {
      #expect(try paths(world(columns), .sourceType) == "typeCloudShared")
    }
    #expect(try paths(world([:]), .sourceType) == "typeUserLibrary")
    #expect(try paths(world(["ZSAVEDASSETTYPE": .null]), .sourceType) == "typeUserLibrary")
  }

  /// Of a link that somebody shared; what was saved meanwhile lies among the originals.
  @Test func momentsHaveAFolderOfTheirOwn() throws {
    let world = try world(["ZMOMENTSHARE": 7, "ZKINDSUBTYPE": 2])
    try world.add("originals/A/AB.jpeg")
    #expect(try paths(world, .path) == "originals/A/AB.jpeg")
    try world.add("scopes/momentshared/originals/A/AB.jpeg")
    try world.add("scopes/momentshared/originals/A/AB_3.mov")
    #expect(try paths(world, .path) == "scopes/momentshared/originals/A/AB.jpeg")
    #expect(
      try paths(world, .livePhotoVideoPath) == "scopes/momentshared/originals/A/AB_3.mov")
  }

  @Test(arguments: [(0, "scopes/syndication/originals"), (2, "originals")])
  func whatWasSeenInMessagesIsApartUntilItIsSaved(history: Int64, folder: String) throws {
    let world = try world([:]) {
      $0.details["ZSYNDICATIONIDENTIFIER"] = "id"
      $0.details["ZSYNDICATIONHISTORY"] = .integer(history)
    }
    try world.add("originals/A/AB.jpeg", "scopes/syndication/originals/A/AB.jpeg")
    #expect(try paths(world, .path) == "\(folder)/A/AB.jpeg")
  }

  @Test func derivativesLieWithTheirScope() throws {
    let cases: [([String: ColumnValue], String)] = [
      (Self.published, "scopes/cloudsharing/resources/derivatives"),
      (Self.published, "resources/cloudsharing/resources/derivatives"),
      (["ZMOMENTSHARE": 7], "scopes/momentshared/resources/derivatives"),
      (["ZSAVEDASSETTYPE": 12], "scopes/syndication/resources/derivatives"),
      ([:], "resources/derivatives"),
    ]
    for (columns, folder) in cases {
      let world = try world(columns)
      let files = ["\(folder)/A/AB_1_105_c.jpeg", "\(folder)/masters/A/AB_4_5005_c.jpeg"]
      for file in files { try world.add(file) }
      let asset = try #require(try world.assets().first)
      guard case .texts(let found) = asset.value(of: .derivativePaths) else {
        Issue.record("no derivatives in \(folder)")
        continue
      }
      #expect(found == files.map { world.path + "/" + $0 })
      #expect(asset.derivatives(of: .current).count == 2)
    }
  }

  private func isMissing(_ world: PhotosWorld) throws -> Bool {
    let asset = try #require(try world.assets().first)
    let answer = try world.uuids([:], ["isMissing": true]) == ["AB"]
    guard case .flag(answer) = asset.value(of: .isMissing) else {
      Issue.record("the library and the record differ")
      return answer
    }
    return answer
  }

  private func resource(_ subtype: Int64, _ availability: ColumnValue) -> [String: ColumnValue] {
    ["ZDATASTORESUBTYPE": .integer(subtype), "ZLOCALAVAILABILITY": availability]
  }

  @Test(arguments: PhotosRelease.all)
  func missingIsWhoseOriginalIsNotHere(release: PhotosRelease) throws {
    let cases: [(Int64, ColumnValue, isMissing: Bool)] = [
      (1, 1, false), (1, -1, true), (1, .null, true), (1, "here", true), (3, -1, false),
      (17, -1, false),
    ]
    for (subtype, availability, expected) in cases {
      let world = try world([:], release: release) {
        $0.resources = [resource(subtype, availability)]
      }
      #expect(try isMissing(world) == expected, "\(subtype) \(availability)")
    }
  }

  /// "Optimize storage" keeps the original and drops the smaller copy, or the other way round.
  @Test func smallerCopyInICloudDoesNotCount() throws {
    let world = try world(["ZSAVEDASSETTYPE": 6]) {
      $0.resources = [resource(3, -1), resource(1, 1), resource(5, -1)]
    }
    #expect(try !isMissing(world))
  }

  @Test func sharedPictureIsItsLargestCopy() throws {
    for (availability, expected) in [(1, false), (-1, true)] as [(Int64, Bool)] {
      let world = try world(Self.published.merging(["ZVISIBILITYSTATE": 0]) { $1 }) {
        $0.resources = [resource(1, -1), resource(3, .integer(availability)), resource(5, 1)]
      }
      #expect(try isMissing(world) == expected)
    }
  }

  @Test func sharedVideoIsItsFilmWhereTheLibraryTells() throws {
    let columns = Self.published.merging(["ZCOLLECTIONSHARE": 1]) { $1 }
    for (release, expected) in [(PhotosRelease.macOS27, true), (.macOS15, false)] {
      let world = try world(columns, kind: 1, release: release) {
        $0.resources = [resource(3, 1), resource(8, -1)]
      }
      #expect(try isMissing(world) == expected, "\(release)")
    }
  }
}
