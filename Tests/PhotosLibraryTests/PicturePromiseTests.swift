import AssetSupport
import Assets
import Foundation
import PhotosSamples
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

/// No small picture is given silently for a large one: every combination of what is there, what is
/// asked for and what is allowed.
@Suite struct PicturePromiseTests {
  /// The files that the library has of its one picture of 4032 x 3024.
  enum Holding: String, CaseIterable, Sendable {
    /// The original and smaller pictures.
    case whole
    /// Smaller pictures alone; the original is in iCloud.
    case small
    /// An original that no decoder makes anything of, and smaller pictures.
    case damaged
    /// An edited picture of which only smaller ones are there.
    case edited
  }

  /// The outcome of a request.
  enum Answer: Equatable, Sendable {
    case full
    /// A smaller picture that has all the pixels that were asked for.
    case enough
    /// A smaller picture, marked.
    case degraded
    /// An error that says how to get less.
    case refused
    case failed
  }

  private static let derivativeWidth = 1312

  private func world(_ holding: Holding) throws -> AlbumWorld {
    var asset = PhotosSampleAsset(
      uuid: "AB", filename: "a.jpg", created: 1,
      ["ZADJUSTMENTSSTATE": holding == .edited ? 2 : 0])
    switch holding {
    case .whole: asset.original = Self.picture(4032, "name:original")
    case .damaged: asset.original = Self.picture(4032, "fail")
    case .edited: asset.original = Self.picture(4032, "name:unedited")
    case .small: break
    }
    let photos = try PhotosWorld(PhotosSampleLibrary(.macOS15, [asset]))
    let path = "resources/derivatives/A/AB_1_105_c.jpeg"
    try photos.add(path)
    try Data(Self.picture(Self.derivativeWidth, "name:derivative"))
      .write(to: URL(fileURLWithPath: "\(photos.path)/\(path)"))
    return try AlbumWorld(photos)
  }

  private static func picture(_ width: Int, _ comment: String) -> [UInt8] {
    JPEGPicture(width: width, height: width * 3 / 4) { $0.comment = Array(comment.utf8) }.encoded()
  }

  private func answer(_ world: AlbumWorld, _ load: ArgumentValue) throws -> Answer {
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", load)], library: world.library)
    scenario.outputFolder = world.pictures.out.path
    scenario.decoders = world.pictures.decoders.pool
    let outcome = try scenario.run()
    guard let image = try world.pictures.images(outcome).last else {
      return outcome.reasons.joined().contains("add --allow-degraded, or") ? .refused : .failed
    }
    if image["isDegraded"] as? Bool == true { return .degraded }
    return ["derivative", "preview"].contains(image["origin"] as? String) ? .enough : .full
  }

  /// A requested picture: its size, its format, and how exactly the size is kept.
  struct RequestedPicture: Sendable, CustomStringConvertible {
    let load: [String: ArgumentValue]
    /// True if the smaller picture has all requested pixels.
    let isSmall: Bool
    /// True if a decoder makes the picture.
    var isMade = true

    var description: String { "\(load)" }
  }

  static let requestedPictures: [RequestedPicture] = [
    RequestedPicture(load: ["size": "maximum", "format": "jpeg"], isSmall: false),
    RequestedPicture(load: ["size": "maximum", "format": "png"], isSmall: false),
    RequestedPicture(load: ["format": "webp", "resizeMode": "none"], isSmall: false),
    RequestedPicture(load: ["size": [3000, 3000]], isSmall: false),
    RequestedPicture(load: ["size": [3000, 3000], "resizeMode": "exact"], isSmall: false),
    RequestedPicture(load: ["size": [2000, 500], "contentMode": "aspectFill"], isSmall: false),
    RequestedPicture(load: ["size": [150, 150]], isSmall: true),
    RequestedPicture(
      load: ["size": [150, 150], "contentMode": "aspectFill", "format": "png"], isSmall: true),
    RequestedPicture(
      load: ["size": [150, 150], "resizeMode": "exact", "format": "webp"], isSmall: true),
  ]

  /// Returns the promised outcome of a request.
  private static func expected(
    _ holding: Holding, _ options: RequestedPicture, _ mode: String, _ isAllowed: Bool
  ) -> Answer {
    let accepts = isAllowed || mode != "highQualityFormat"
    switch holding {
    case .whole: return options.isSmall && mode == "fastFormat" ? .enough : .full
    case .small, .edited: return options.isSmall ? .enough : accepts ? .degraded : .refused
    case .damaged:
      if options.isSmall, mode == "fastFormat" { return .enough }
      guard isAllowed else { return mode == "highQualityFormat" ? .refused : .failed }
      return options.isSmall ? .enough : .degraded
    }
  }

  @Test(arguments: Holding.allCases, ["highQualityFormat", "fastFormat", "opportunistic"])
  func everyCombinationKeepsItsPromise(_ holding: Holding, _ mode: String) throws {
    let world = try world(holding)
    for options in Self.requestedPictures {
      for isAllowed in [false, true] {
        var load = options.load
        load["deliveryMode"] = .text(mode)
        if isAllowed { load["allowDegraded"] = true }
        let table = ArgumentValue.table(
          load.sorted { $0.key < $1.key }.map { ArgumentMember($0.key, $0.value) })
        let expected = Self.expected(holding, options, mode, isAllowed)
        #expect(
          try answer(world, table) == expected, "\(holding) \(mode) \(isAllowed) \(options)")
      }
    }
  }

  @Test func theErrorNamesWhatThereIsAndHowToGetIt() throws {
    let world = try world(.small)
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", ["size": "maximum", "format": "jpeg"])],
      library: world.library)
    scenario.outputFolder = world.pictures.out.path
    scenario.decoders = world.pictures.decoders.pool
    let outcome = try scenario.run()
    #expect(outcome.report.failureCount == 1)
    #expect(
      outcome.reasons == [
        "its original is not in the library; there is one of 1312 x 984 pixels; to take a smaller"
          + " picture, add --allow-degraded, or allowDegraded = true in a rule"
      ])
    #expect(world.pictures.requests.isEmpty)
  }

  /// Without another format the original itself is the picture, or, where that is allowed, the
  /// largest that is there.
  @Test(arguments: [(false, Answer.failed), (true, .degraded)])
  func theOriginalAsThePicture(_ isAllowed: Bool, _ expected: Answer) throws {
    let world = try world(.small)
    let load: ArgumentValue =
      isAllowed ? ["size": "maximum", "allowDegraded": true] : ["size": "maximum"]
    #expect(try answer(world, load) == expected)
    #expect(try answer(self.world(.whole), load) == .full)
  }

  @Test func aCoverThatWouldBeTooSmallIsAnErrorInItsAlbum() throws {
    let world = try world(.small)
    func cover(_ load: ArgumentValue) throws -> [String: Any] {
      let records = try world.scenario(["smartAlbumUserLibrary"], cover: load).run().records
      return records.first?["cover"] as? [String: Any] ?? [:]
    }
    let refused = try cover(["cover": [3000, 3000]])
    #expect((refused["error"] as? String)?.contains("allowDegraded") == true)
    let taken = try cover(["cover": [3000, 3000], "allowDegraded": true])
    #expect((taken["image"] as? [String: Any])?["isDegraded"] as? Bool == true)
  }

  /// A picture that an earlier run put into the cache is marked like a new one.
  @Test func aDegradedPictureFromTheCacheIsStillMarked() throws {
    let world = try world(.small)
    let caches = try TemporaryDirectory()
    let variables = ["HOME": "/nonexistent", "XDG_CACHE_HOME": caches.path]
    let folders = try StateDirectories(environment: { variables[$0] })
    // What was written within the last steps of the file system's clock is not kept.
    usleep(50_000)
    func image() throws -> [String: Any]? {
      var scenario = Scenario(
        [
          StageCall("source"),
          StageCall("load", ["size": [3000, 3000], "allowDegraded": true, "format": "jpeg"]),
        ], library: world.library)
      scenario.thumbnails = ThumbnailCache(folders: folders, version: "test")
      scenario.decoders = world.pictures.decoders.pool
      return try world.pictures.images(scenario.run()).first
    }
    let (first, second) = (try image(), try image())
    #expect(first?["origin"] as? String == "derivative")
    #expect(second?["origin"] as? String == "cache")
    #expect(first?["isDegraded"] as? Bool == true && second?["isDegraded"] as? Bool == true)
  }
}
