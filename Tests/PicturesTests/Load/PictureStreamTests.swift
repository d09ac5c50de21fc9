import AssetSupport
import Engine
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// The order of records while decoders are busy. They wait for files, never for a time.
@Suite struct PictureStreamTests {
  private let world: PictureWorld

  init() throws {
    world = try PictureWorld()
  }

  /// A run on a thread of its own, whose records are read while it runs.
  private final class Running {
    private let pipe = Pipe()
    private let ended = Probe()
    private let outcome = Outcome()
    private var unread: [UInt8] = []

    private final class Outcome: @unchecked Sendable {
      // Written before the probe is noted, read after.
      var result: Result<RunReport, any Error>?
    }

    init(_ scenario: Scenario) {
      let (writing, outcome, ended) = (pipe.fileHandleForWriting, outcome, ended)
      Thread {
        outcome.result = Result { try scenario.run(to: writing.fileDescriptor) }
        // By its handle, which would close the number again, be it another file's by then.
        try? writing.close()
        ended.note("ended")
      }.start()
    }

    /// The next record's file name and whether it is degraded; nil at the end.
    func next() throws -> String? {
      while true {
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          let line = Data(unread[..<end])
          unread.removeSubrange(...end)
          let record = try JSONSerialization.jsonObject(with: line) as? [String: Any]
          let image = record?["image"] as? [String: Any]
          let mark = image?["isDegraded"] as? Bool == true ? " degraded" : ""
          return (record?["filename"] as? String ?? "?") + mark
        }
        var block = [UInt8](repeating: 0, count: 4096)
        let count = read(pipe.fileHandleForReading.fileDescriptor, &block, block.count)
        if count <= 0 { return nil }
        unread += block[..<count]
      }
    }

    func rest() throws -> [String] {
      var names: [String] = []
      while let name = try next() { names.append(name) }
      return names
    }

    func report() throws -> RunReport {
      #expect(ended.waited(for: "ended", count: 1))
      return try #require(outcome.result).get()
    }
  }

  @Test func aSlowPictureDoesNotHoldTheFirstRecord() throws {
    try world.write("1.jpg")
    try world.write("2.jpg", "hold:two")
    for number in 3...9 { try world.write("\(number).jpg") }
    let run = Running(world.scenario(["size": [20, 20]]))
    #expect(try run.next() == "1.jpg")
    try world.release("two")
    #expect(try run.rest() == (2...9).map { "\($0).jpg" })
    #expect(try run.report().emitted == 8 + 1)
  }

  @Test func theOrderStaysThoughTheFirstIsSlow() throws {
    try world.write("1.jpg", "hold:one")
    for number in 2...9 { try world.write("\(number).jpg") }
    let run = Running(world.scenario(["size": [20, 20]]))
    // The other decoder goes on meanwhile.
    while world.requests.count < 8 { usleep(1000) }
    try world.release("one")
    #expect(try run.rest() == (1...9).map { "\($0).jpg" })
  }

  @Test func cancellingEndsARunWhoseDecodersAreBusy() throws {
    for number in 1...40 { try world.write("\(number).jpg", "hold:never") }
    let run = Running(world.scenario(["size": [20, 20]]))
    while world.requests.isEmpty { usleep(1000) }
    world.cancellation.cancel()
    #expect(try run.rest().isEmpty)
    #expect(throws: RunProblem.cancelled) { try run.report() }
    #expect(try world.written.isEmpty)
  }

  @Test(arguments: [1, 3, 10])
  func aLimitBehindMakesNoPictureTooMany(_ limit: Int64) throws {
    for number in 10...49 { try world.write("\(number).jpg") }
    let outcome = try world.scenario(
      ["size": [20, 20]], then: StageCall("filter", ["limit": .integer(limit)])
    ).run()
    #expect(outcome.report.emitted == Int(limit))
    #expect(world.requests.count == Int(limit))
  }

  @Test func aFailedPictureIsReplacedByTheNextBehindALimit() throws {
    for number in 10...19 { try world.write("\(number).jpg", number == 11 ? "fail" : "") }
    let outcome = try world.scenario(
      ["size": [20, 20]], then: StageCall("filter", ["limit": 3])
    ).run()
    #expect(try outcome.names == ["10.jpg", "12.jpg", "13.jpg"])
    #expect(world.requests.count == 4)
  }

  @Test func aSortInFrontGivesPicturesInItsOrder() throws {
    for number in 10...29 { try world.write("\(number).jpg", width: 16 * number) }
    var scenario = world.scenario(["size": [20, 20]])
    scenario.stages.insert(
      StageCall("filter", ["sortedBy": "-pixelWidth", "limit": 5]), at: 1)
    #expect(try scenario.run().names == (25...29).reversed().map { "\($0).jpg" })
    #expect(world.requests.count == 5)
    #expect(scenario.progress.snapshot.doneItems == 20)
  }

  @Test func whatASortHoldsBackIsDoneOnce() throws {
    for number in 10...29 { try world.write("\(number).jpg", width: number < 20 ? 320 : 640) }
    var scenario = world.scenario(["size": [20, 20]])
    scenario.stages.insert(
      StageCall("filter", ["when": ["pixelWidth": 320], "sortedBy": "-filename"]), at: 1)
    let names = ((20...29) + (10...19).reversed()).map { "\($0).jpg" }
    #expect(try scenario.run().names == names)
    #expect(scenario.progress.snapshot.doneItems == 20)
  }

  // MARK: - Delivery modes

  private let small = PictureWorld.thumbnail(160, 120)

  @Test func aFastPictureMayBeThePreview() throws {
    try world.write("large.jpg", thumbnail: small)
    try world.write("none.jpg")
    try world.write("shape.jpg", thumbnail: PictureWorld.thumbnail(160, 160))
    try world.write("small.jpg", thumbnail: PictureWorld.thumbnail(140, 105))
    try world.write("torn.jpg", thumbnail: PictureWorld.thumbnail(160, 120, "torn"))
    let outcome = try world.scenario(["size": [150, 150], "deliveryMode": "fastFormat"]).run()
    let origins = try world.images(outcome).map { $0["origin"] as? String ?? "" }
    #expect(origins == ["preview", "decoded", "decoded", "decoded", "decoded"])
    #expect(
      world.requests == [
        "picture jpeg none", "picture jpeg shape", "picture jpeg small", "picture jpeg torn",
        "preview jpeg -", "preview jpeg -",
      ])
  }

  @Test func aPictureThatFillsNeedsALargerPreview() throws {
    try world.write("a.jpg", thumbnail: small)
    for (size, origin) in [(120, "preview"), (121, "decoded")] as [(Int64, String)] {
      let outcome = try world.scenario([
        "size": [.integer(size), .integer(size)], "contentMode": "aspectFill",
        "deliveryMode": "fastFormat",
      ]).run()
      #expect(try world.images(outcome)[0]["origin"] as? String == origin)
    }
  }

  @Test func aPictureOfHighQualityNeverIsThePreview() throws {
    try world.write("a.jpg", thumbnail: small)
    for load in [["size": [20, 20]], ["size": [20, 20], "deliveryMode": "highQualityFormat"]]
      as [ArgumentValue]
    {
      let outcome = try world.scenario(load).run()
      #expect(try world.images(outcome)[0]["origin"] as? String == "decoded")
    }
    #expect(world.requests == ["picture jpeg a", "picture jpeg a"])
  }

  @Test(arguments: RawPicture.Kind.allCases)
  func aRawPictureIsItsPreview(_ kind: RawPicture.Kind) throws {
    try world.library.write(RawPicture(kind, width: 640, height: 480), to: "a.raw")
    for mode in ["fastFormat", "highQualityFormat", "opportunistic"] {
      let outcome = try world.scenario(["size": [160, 160], "deliveryMode": .text(mode)]).run()
      #expect(outcome.reasons == [])
      let image = try #require(try world.images(outcome).first)
      #expect(image["origin"] as? String == "preview")
      #expect(image["isDegraded"] == nil)
    }
    #expect(world.requests == Array(repeating: "preview jpeg -", count: 3))
  }

  /// The preview inside is all that can be shown of a raw picture; where that is too small for what
  /// is asked for, it is not given silently.
  @Test(
    arguments: RawPicture.Kind.allCases,
    [["size": [300, 300]], ["size": "maximum", "format": "jpeg"]] as [[String: ArgumentValue]])
  func aRawPictureWhosePreviewIsTooSmall(
    _ kind: RawPicture.Kind, _ options: [String: ArgumentValue]
  ) throws {
    try world.library.write(RawPicture(kind, width: 640, height: 480), to: "a.raw")
    func outcome(_ more: [String: ArgumentValue]) throws -> Scenario.Outcome {
      let load = options.merging(more) { $1 }.map { ArgumentMember($0, $1) }
      return try world.scenario(.table(load.sorted { $0.name < $1.name })).run()
    }
    let refused = try outcome([:])
    #expect(try world.images(refused).isEmpty)
    #expect(
      refused.reasons == [
        "the raw file has no picture inside that is as large as what is asked for; there is one of"
          + " 160 x 120 pixels; to take a smaller picture, add --allow-degraded, or allowDegraded ="
          + " true in a rule"
      ])
    for more in [
      ["allowDegraded": true], ["deliveryMode": "fastFormat"], ["deliveryMode": "opportunistic"],
    ] as [[String: ArgumentValue]] {
      let image = try #require(try world.images(outcome(more)).first)
      #expect(image["origin"] as? String == "preview")
      #expect(image["isDegraded"] as? Bool == true)
    }
  }

  /// Cameras write a JPEG beside a raw file, which shows more than the small picture inside.
  @Test(arguments: RawPicture.Kind.allCases)
  func aRawPictureWithATooSmallPreviewIsThePictureBesideIt(_ kind: RawPicture.Kind) throws {
    try world.library.write(RawPicture(kind, width: 640, height: 480), to: "a.raw")
    try world.write("a.JPG")
    let outcome = try world.scenario(["size": [300, 300]]).run()
    #expect(outcome.reasons == [])
    let records = try outcome.records.filter { $0["filename"] as? String == "a.raw" }
    let image = try #require(records.first?["image"] as? [String: Any])
    #expect(image["origin"] as? String == "derivative" && image["isDegraded"] == nil)
  }

  /// A picture of another shape may show something else.
  @Test(arguments: [(480, 480), (160, 120)])
  func aPictureBesideARawFileThatIsOfNoUse(_ width: Int, _ height: Int) throws {
    try world.library.write(RawPicture(.nef, width: 640, height: 480), to: "a.nef")
    try world.write("a.jpg", width: width, height: height)
    let outcome = try world.scenario(["size": [300, 300]]).run()
    #expect(outcome.reasons.count == 1)
  }

  /// A camera's picture of all pixels has some less than its sensor.
  @Test func aPreviewOfNearlyAllPixelsIsThePicture() throws {
    try world.library.write(
      RawPicture(.nef, width: 646, height: 484) {
        $0.preview = JPEGPicture(width: 640, height: 480).encoded()
      }, to: "a.nef")
    let outcome = try world.scenario(["size": "maximum", "format": "jpeg"]).run()
    #expect(try world.images(outcome).map { $0["isDegraded"] == nil } == [true])
  }

  /// The smaller picture in a file that can't be decoded is given where that is allowed.
  @Test func thePreviewStandsForADamagedPictureWhereThatIsAllowed() throws {
    try world.write("a.jpg", "fail", thumbnail: small)
    let strict = try world.scenario(["size": [300, 300]]).run()
    #expect(strict.reasons == ["the picture is damaged"])
    let loose = try world.scenario(["size": [300, 300], "allowDegraded": true]).run()
    let image = try #require(try world.images(loose).first)
    #expect(image["origin"] as? String == "preview" && image["isDegraded"] as? Bool == true)
    let enough = try world.scenario(["size": [100, 100], "allowDegraded": true]).run()
    #expect(try world.images(enough).map { $0["isDegraded"] == nil } == [true])
  }

  @Test func anOpportunisticPictureComesTwice() throws {
    try world.write("1.jpg", "hold:all", thumbnail: small)
    try world.write("2.jpg", "hold:all")
    try world.write("3.jpg", "hold:all", thumbnail: small)
    try world.write("4.jpg", "hold:all", thumbnail: PictureWorld.thumbnail(160, 120, "torn"))
    let run = Running(world.scenario(["size": [300, 300], "deliveryMode": "opportunistic"]))
    // Both are there while not one picture is done.
    #expect(try run.next() == "1.jpg degraded")
    #expect(try run.next() == "3.jpg degraded")
    try world.release("all")
    #expect(try run.rest() == ["1.jpg", "2.jpg", "3.jpg", "4.jpg"])
    #expect(try run.report().emitted == 4)
    #expect(
      try world.written == [
        "1-160x120-degraded.jpg", "1-300x300.jpg", "2-300x300.jpg", "3-160x120-degraded.jpg",
        "3-300x300.jpg", "4-300x300.jpg",
      ])
  }

  @Test func stagesBehindSeeTheFinalPictureAlone() throws {
    try world.write("1.jpg", thumbnail: small)
    let load: ArgumentValue = ["size": [300, 300], "deliveryMode": "opportunistic"]
    let notified = try world.scenario(load, then: StageCall("notify")).run()
    let limited = try world.scenario(load, then: StageCall("filter", ["limit": 5])).run()
    for outcome in [notified, limited] {
      #expect(try world.images(outcome).map { $0["isDegraded"] == nil } == [true])
    }
    #expect(!world.requests.contains { $0.hasPrefix("preview") })
  }

  @Test func whatIsRememberedIsNotShownBeforeItIsClaimed() throws {
    try world.write("1.jpg", thumbnail: small)
    let ledger = try TemporaryDirectory()
    var scenario = world.scenario(["size": [300, 300], "deliveryMode": "opportunistic"])
    scenario.stages.insert(StageCall("dedupe", ["memory": "shown"]), at: 1)
    scenario.ledger = ledger.path("ledger.sqlite")
    #expect(try scenario.run().lines.count == 1)
    #expect(try scenario.run().lines.isEmpty)
  }
}
