import AssetSupport
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import PhotosLibrary
@testable import Pipeline

/// A browser answers each request with records and one line that ends the answer.
@Suite struct BrowserTests {
  private final class Session {
    let world: FetchWorld
    private let output: ScratchFile
    private let browser: Browser
    private var read = 0

    init(_ world: FetchWorld) throws {
      self.world = world
      output = try ScratchFile()
      browser = Browser(
        world.library, in: Scenario.context, outputDescriptor: output.descriptor
      ) { Scenario.noon }
    }

    func answer(_ request: [UInt8]) throws -> [[String: Any]] {
      try request.withUnsafeBytes { try browser.answer($0) }
      let lines = String(decoding: try output.bytes.dropFirst(read), as: UTF8.self)
      read = try output.bytes.count
      return try lines.split(separator: "\n").map { line in
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return value as? [String: Any] ?? [:]
      }
    }

    func answer(_ request: String) throws -> [[String: Any]] { try answer(Array(request.utf8)) }
  }

  private func session(_ count: Int = 300) throws -> Session {
    let assets = (0..<count).map { place in
      var asset = PhotosSampleAsset(
        uuid: "A\(place)", kind: place % 10 == 9 ? 1 : 0, filename: "\(place).jpg",
        created: Double(place * 60))
      asset.columns["ZFAVORITE"] = place % 3 == 0 ? 1 : 0
      return asset
    }
    let albums = [
      PhotosSampleAlbum("First", uuid: "B1", assets: ["A1", "A2", "A9"]),
      PhotosSampleAlbum("None", uuid: "B2"),
    ]
    return try Session(FetchWorld(PhotosSampleLibrary(.macOS15, assets, albums: albums)))
  }

  private func kinds(_ answer: [[String: Any]]) -> [String] {
    answer.map { $0["kind"] as? String ?? "?" }
  }

  private func names(_ answer: [[String: Any]]) -> [String] {
    answer.compactMap { ($0["localIdentifier"] as? String)?.replacing("/L0/001", with: "") }
  }

  @Test func aRangeIsAnsweredInOrderAndEnded() throws {
    let session = try session()
    let answer = try session.answer(
      #"{"id":7,"filter":{"sortedBy":"-creationDate"},"range":[10,13]}"#)
    #expect(kinds(answer) == ["asset", "asset", "asset", "result"])
    #expect(names(answer) == ["A289", "A288", "A287"])
    #expect(answer[3]["id"] as? Int == 7)
    #expect(answer[3]["count"] as? Int == 300)
    let end = try session.answer(#"{"filter":{"sortedBy":"-creationDate"},"range":[298,400]}"#)
    #expect(names(end) == ["A1", "A0"])
    #expect(end.last?["state"] as? Int == answer[3]["state"] as? Int)
  }

  @Test func aQuickRequestFindsItsAssetsAmongThoseThatWereRead() throws {
    let session = try session()
    let all = #""filter":[{"mediaType":["image","video"]},{"sortedBy":"-creationDate"}]"#
    let some =
      #""filter":[{"mediaType":["image","video"]},{"isFavorite":true,"sortedBy":"-creationDate"}]"#
    let whole = try session.answer(#"{\#(some),"range":[2,5]}"#)
    let read = try session.answer(#"{\#(all),"range":[0,1]}"#).last
    let quick = try session.answer(#"{\#(some),"range":[2,5],"quick":true}"#)
    #expect(names(quick) == names(whole))
    #expect(kinds(quick) == ["asset", "asset", "asset", "result"])
    // The state is that of the list which was searched, up to the last asset that was asked for.
    #expect(quick.last?["state"] as? Int == read?["state"] as? Int)
    #expect(quick.last?["part"] as? Bool == true)
    let end = try session.answer(#"{\#(some),"range":[0,1000],"quick":true}"#)
    // A slow machine may not find all of them in that time.
    #expect(
      end.last?["part"] as? Bool == true
        || end.last?["count"] as? Int == whole.last?["count"] as? Int)
  }

  @Test(arguments: [
    #"{"filter":{"isFavorite":true,"sortedBy":"creationDate"},"range":[0,5],"quick":true}"#,
    #"{"filter":{"sortedBy":"-creationDate"},"range":[0,5],"quick":true}"#,
    #"{"source":{"album":"smartAlbumVideos"},"filter":{"sortedBy":"-creationDate"},"range":[0,5],"quick":true}"#,
  ])
  func withoutAWiderFetchInThatOrderAQuickAnswerIsWhole(_ request: String) throws {
    let session = try session()
    _ = try session.answer(
      #"{"filter":{"mediaType":"image","sortedBy":"-creationDate"},"range":[0,1]}"#)
    let quick = try session.answer(request)
    let whole = try session.answer(request.replacing(#","quick":true"#, with: ""))
    #expect(names(quick) == names(whole))
    #expect(quick.last?["count"] as? Int == whole.last?["count"] as? Int)
    #expect(quick.last?["state"] as? Int == whole.last?["state"] as? Int)
  }

  @Test(arguments: [#"{"quick":true}"#, #"{"range":[0,1],"periods":true,"quick":true}"#])
  func onlyARangeIsQuick(_ request: String) throws {
    let answer = try session().answer(request)
    #expect(kinds(answer) == ["error"])
    #expect(answer[0]["message"] as? String == "quick is for a range, without index and periods")
  }

  @Test func aRequestWithoutARangeCounts() throws {
    let session = try session()
    let answer = try session.answer(
      #"{"id":"x","source":{"album":"smartAlbumFavorites"},"filter":{"mediaType":"image"}}"#)
    #expect(kinds(answer) == ["result"])
    #expect(answer[0]["id"] as? String == "x")
    #expect(answer[0]["count"] as? Int == 90)
  }

  /// Asks for the periods of assets that were taken some days after 2001-01-01.
  private func periods(_ days: [Int], order: String = "-creationDate") throws -> [[Any?]]? {
    let assets = days.enumerated().map { place, day in
      PhotosSampleAsset(
        uuid: "A\(place)", filename: "\(place).jpg", created: Double(day * 86_400 + 43_200))
    }
    let session = try Session(FetchWorld(PhotosSampleLibrary(.macOS15, assets)))
    let answer = try session.answer(
      #"{"filter":{"sortedBy":"\#(order)"},"periods":true}"#)
    #expect(kinds(answer) == ["result"])
    #expect(answer[0]["count"] as? Int == days.count)
    return answer[0]["periods"] as? [[Any]]
  }

  private func texts(_ periods: [[Any?]]?) -> [String]? {
    periods?.map { period in "\(period[0] as? String ?? "?") \(period[1] as? Int ?? -1)" }
  }

  @Test func periodsAreDaysOfManyAssetsAndMonthsOrYearsOfFewer() throws {
    let twoDays = Array(repeating: 1, count: 10) + Array(repeating: 3, count: 100)
    #expect(try texts(periods(twoDays)) == ["2001-01-04 100", "2001-01-02 10"])
    #expect(
      try texts(periods(twoDays, order: "creationDate")) == ["2001-01-02 10", "2001-01-04 100"])
    let twoMonths = Array(0..<20) + Array(31..<50)
    #expect(try texts(periods(twoMonths)) == ["2001-02 19", "2001-01 20"])
    let twoYears = (0..<10).map { $0 * 30 } + (13..<23).map { $0 * 30 }
    #expect(try texts(periods(twoYears)) == ["2002 10", "2001 10"])
    #expect(try periods([1, 400, 800, 1200]) == nil)
    #expect(try periods(twoDays, order: "filename") == nil)
  }

  @Test func periodsOfManyAssetsAreCountedWithoutReadingAll() throws {
    // The first of four hundred days has two hundred assets, the last one five.
    let days = (0..<4000).map { $0 * $0 / 40_000 }
    let known = Dictionary(grouping: days) { CivilDate(daysSince1970: Int64($0) + 11_323) }
    let told = try texts(periods(days))
    #expect(told?.count == known.count)
    for (date, days) in known {
      let text = "\(date.year)-\(Self.twoDigits(date.month))-\(Self.twoDigits(date.day))"
      #expect(told?.contains("\(text) \(days.count)") == true)
    }
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  @Test func testsAreObjectsWhereARuleCallsWords() throws {
    let session = try session()
    func count(_ filter: String) throws -> Any? {
      try session.answer(#"{"filter":\#(filter)}"#).last?["count"]
    }
    #expect(try count(#"{"filename":{"like":"1?.jpg"}}"#) as? Int == 10)
    #expect(try count(#"{"filename":{"any":["1.jpg",{"like":"2?.jpg"}]}}"#) as? Int == 11)
    #expect(
      try count(#"{"creationDate":{"between":["2001-01-01","2001-01-01T00:10:00Z"]}}"#) as? Int
        == 11)
    #expect(try count(#"{"title":{"absent":true},"any":[{"mediaType":"video"}]}"#) as? Int == 30)
    #expect(try count(#"[{"mediaType":"image"},{"limit":5,"offset":2}]"#) as? Int == 5)
    #expect(try count(#"{"creationDate":{"within":"1d"}}"#) as? Int == 0)
  }

  @Test func thePlaceOfAnAssetIsFound() throws {
    let session = try session()
    let answer = try session.answer(
      #"{"filter":{"sortedBy":"-creationDate"},"index":"A290/L0/001"}"#)
    #expect(answer[0]["index"] as? Int == 9)
    let none = try session.answer(#"{"index":"Z/L0/001"}"#)
    #expect(none[0]["index"] == nil)
    #expect(kinds(none) == ["result"])
  }

  @Test func albumsComeWithCountsAndAreCountedOnceForAState() throws {
    let session = try session()
    let request = #"{"source":{"albums":["albumRegular"]},"filter":{"mediaType":"image"}}"#
    let first = try session.answer(request)
    #expect(first.map { $0["title"] as? String } == ["First", nil])
    #expect(first[0]["count"] as? Int == 2)
    let second = try session.answer(request)
    #expect(second.last?["state"] as? Int == first.last?["state"] as? Int)
    try session.world.change("UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE ZUUID = 'A1'")
    let third = try session.answer(request)
    #expect(third[0]["count"] as? Int == 1)
    #expect(third.last?["state"] as? Int != first.last?["state"] as? Int)
  }

  @Test func aChangedFileIsReadAgainAndReported() throws {
    let session = try session(50)
    let request = #"{"filter":{"sortedBy":"-creationDate"},"range":[0,2]}"#
    let first = try session.answer(request)
    try session.world.change("UPDATE ZASSET SET ZTRASHEDSTATE = 1 WHERE ZUUID = 'A49'")
    let second = try session.answer(request)
    #expect(names(first) == ["A49", "A48"])
    #expect(names(second) == ["A48", "A47"])
    #expect(second.last?["count"] as? Int == 49)
    #expect(second.last?["state"] as? Int != first.last?["state"] as? Int)
  }

  @Test func anAssetThatCannotBeLoadedKeepsItsPlace() throws {
    let session = try session(3)
    let answer = try session.answer(#"{"id":1,"load":{"data":"size"},"range":[0,3]}"#)
    #expect(kinds(answer) == ["error", "error", "error", "result"])
    #expect(answer.dropLast().map { $0["index"] as? Int } == [0, 1, 2])
    #expect(names(answer) == ["A0", "A1", "A2"])
    #expect((answer[0]["message"] as? String)?.isEmpty == false)
  }

  @Test(arguments: [
    ("", "no JSON, byte 0: a value is missing"),
    ("[]", #"a request is an object, such as {"source":{},"range":[0,60]}"#),
    (#"{"rang":[0,1]}"#, #"a request has no member "rang"; did you mean "range"?"#),
    (#"{"range":[2,1]}"#, "range takes two places, such as [0,60] for the first sixty"),
    (#"{"range":[0,1e99]}"#, "range takes two places, such as [0,60] for the first sixty"),
    (#"{"range":[-1,1]}"#, "range takes two places, such as [0,60] for the first sixty"),
    (#"{"filter":5}"#, "filter takes an object, not a number"),
    (
      #"{"filter":{"mediaTyp":"image"}}"#, #"no field called "mediaTyp"; did you mean "mediaType"?"#
    ),
    (
      #"{"filter":[{"limit":1},{"mediaType":"image"}]}"#,
      #"what is read by ranges has tests, one order and one limit, in that order; "filter" stands behind them"#
    ),
    (
      #"{"source":{"stdin":true}}"#,
      "a request reads the library that the command line names, and nothing else"
    ),
    (
      #"{"source":{"library":"/"}}"#,
      "a request reads the library that the command line names, and nothing else"
    ),
    (#"{"id":[1]}"#, "id takes a whole number or a text of at most 256 bytes"),
    (#"{"a":1,"a":2}"#, #"no JSON, byte 7: "a" comes twice"#),
    (#"{"a":1} x"#, "no JSON, byte 8: goes on behind its end"),
    ("{\"a\":\"\u{1}\"}", "no JSON, byte 6: a text holds a control character"),
  ])
  func whatIsNoRequestSaysWhy(request: String, message: String) throws {
    let answer = try session(3).answer(request)
    #expect(kinds(answer) == ["error"])
    #expect(answer[0]["message"] as? String == message)
  }

  @Test func anyBytesAreAnsweredByOneLine() throws {
    let session = try session(3)
    var generator = SeededGenerator(seed: 9)
    let seed = Array(
      #"{"id":1,"source":{"album":"smartAlbumVideos"},"filter":{"title":{"any":["b","\u00e9"]}},"range":[0,1]}"#
        .utf8)
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &generator), at: place)
        }
      }
      let answer = try session.answer(bytes)
      #expect(["error", "result"].contains(kinds(answer).last))
    }
    let deep = String(repeating: #"{"filter":"#, count: 5000)
    #expect(kinds(try session.answer(deep)) == ["error"])
    #expect(kinds(try session.answer(String(repeating: "[", count: 100_000))) == ["error"])
  }
}
