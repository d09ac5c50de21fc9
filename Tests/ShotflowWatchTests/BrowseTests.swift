import Foundation
import PhotosSamples
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `shotflow browse`: a program that an album browser keeps open.
@Suite struct BrowseTests {
  private static let newest = #"{"filter":{"sortedBy":"-filename"},"range":[0,2]}"# + "\n"

  @Test func requestsAreAnsweredUntilTheyEnd() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let requests =
      Self.newest + "\n" + "{\n" + #"{"id":2,"load":{"size":[16,16]},"range":[0,1]}"# + "\n"
      + #"{"id":3,"source":{"albums":["smartAlbumUserLibrary"]},"load":{"cover":[16,16]}}"#
    let result = try await world.run("browse", "--library", world.library, input: requests)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let records = try result.records()
    #expect(
      records.map(\.kind) == [
        "asset", "asset", "result", "error", "asset", "result", "album", "result",
      ])
    #expect(records.compactMap(\.filename) == ["3.png", "2.png", "1.png"])
    #expect(records[2].count == 3)
    #expect(records[4].image?.pixelWidth == 16)
    #expect(records[6].cover?.image?.pixelWidth == 16)
  }

  @Test func whatComesAndGoesIsSeenByTheNextRequest() async throws {
    let world = try ProgramWorld()
    try world.picture("1.png")
    let browser = try world.program(["browse", "--library", world.library]).start()
    browser.send(Self.newest)
    #expect(await browser.printed(#""count":1"#))
    try world.picture("2.png", seed: 2)
    browser.send(Self.newest)
    #expect(await browser.printed(#""count":2"#))
    try FileManager.default.removeItem(atPath: world.path("pictures/1.png"))
    try world.picture("3.png", seed: 3)
    try world.picture("4.png", seed: 4)
    browser.send(Self.newest)
    #expect(await browser.printed(#""count":3"#))
    browser.closeInput()
    let result = await browser.result()
    #expect(result.status == .exited(0))
    #expect(
      try result.records().compactMap(\.filename) == ["1.png", "2.png", "1.png", "4.png", "3.png"])
  }

  @Test func anInterruptEndsIt() async throws {
    let world = try ProgramWorld()
    let browser = try world.program(["browse", "--library", world.library]).start()
    browser.send(Self.newest)
    #expect(await browser.printed("result"))
    let result = await browser.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(result.errorText.contains("interrupted"))
  }

  @Test func aReaderThatGoesAwayEndsItQuietly() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let request = Self.newest.trimmingCharacters(in: .newlines)
    let line =
      "yes '\(request)' | $shotflow browse -l pictures 2>errors | head -n 1 > /dev/null; cat errors"
    let result = try await world.shell(line).result()
    #expect(result.status == .exited(0))
    #expect(result.text == "")
  }

  @Test func aLineWithoutAnEndIsRefusedAndPassedOver() async throws {
    let world = try ProgramWorld()
    let long = String(repeating: "x", count: 3 << 20)
    let result = try await world.run(
      "browse", "--library", world.library, input: long + "\n" + Self.newest + long)
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.kind) == ["error", "result", "error"])
  }

  @Test func noLibraryIsADefiniteOutcome() async throws {
    let world = try ProgramWorld()
    let missing = try await world.run("browse", "--library", "nowhere", input: Self.newest)
    #expect(missing.status == .exited(66))
    #expect(missing.text == "")
    #expect(missing.errorText.contains("nowhere"))
    let none = try await world.run("browse", input: Self.newest)
    #expect(none.status == .exited(64))
  }

  @Test func aPhotosLibraryIsBrowsedAndLeftUntouched() async throws {
    let world = try ProgramWorld()
    let path = world.path("Test.photoslibrary")
    try PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 400)).write(to: path)
    let request = #"{"filter":{"sortedBy":"-creationDate"},"range":[300,302]}"# + "\n"
    let result = try await world.run("browse", "--library", path, input: request + request)
    let records = try result.records()
    #expect(records.map(\.kind) == ["asset", "asset", "result", "asset", "asset", "result"])
    #expect(records[0] == records[3])
    #expect(records[2].count == 400)
  }

  @Test func everyLineCarriesTheIdentifierOfItsRequest() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    try world.directory.write("text", to: "pictures/text.jpg")
    let requests = """
      {"id":1,"range":[0,2]}
      {"id":"two","source":{"albums":["smartAlbumUserLibrary"]},"load":{"cover":[16,16]}}
      {"id":3,"filter":{"filename":"text.jpg"},"load":{"size":[16,16]},"range":[0,1]}
      {"id":4,"observe":{}}
      {"id":5,"nothing":1}
      {"range":[0,1]}
      """
    let result = try await world.run("browse", "--library", world.library, input: requests)
    let lines = try result.answers()
    #expect(
      lines.map(\.line) == [
        "1 asset", "1 asset", "1 result", "two album", "two result", "3 error", "3 result",
        "4 change", "4 change", "4 change", "4 change", "4 token", "4 result", "5 error",
        "- asset", "- result",
      ])
    // Behind the kind, once.
    let first = result.text.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first.hasPrefix(#"{"v":1,"kind":"asset","id":1,"localIdentifier":"1.png""#))
    let change = result.text.split(separator: "\n").first { $0.contains("change") } ?? ""
    #expect(change.components(separatedBy: "\"id\":").count == 2)
  }

  @Test func changesAreObserved() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    func observe(_ since: String) async throws -> [BrowseAnswer] {
      let request =
        #"{"id":1,"filter":{"sortedBy":"filename"},"observe":{"since":"\#(since)"},"#
        + #""load":{"data":"size"}}"#
      return try await world.run("browse", "--library", world.library, input: request).answers()
    }
    let all = try await observe("")
    #expect(all.map(\.kind) == ["change", "change", "change", "token", "result"])
    #expect(all.last?.count == 3)
    let token = try #require(all[3].token)
    try FileManager.default.removeItem(atPath: world.path("pictures/1.png"))
    try world.picture("4.png", seed: 4)
    let changes = try await observe(token)
    #expect(changes.compactMap(\.type) == ["removed", "inserted"])
    #expect(changes.compactMap(\.index) == [0, 2])
    let none = try await observe(try #require(changes[2].token))
    #expect(none.map(\.kind) == ["token", "result"])
    // A token of another fetch is invalid for this one.
    let wrong = try await world.run(
      "browse", "--library", world.library,
      input: #"{"id":1,"observe":{"since":"\#(token)"}}"#)
    #expect(try wrong.answers().filter { $0.kind == "change" }.count == 3)
    #expect(wrong.errorText.contains(token))
  }

  /// A file that takes minutes keeps the request at work until it is cancelled.
  @Test func aRequestAtWorkIsCancelled() async throws {
    let world = try ProgramWorld()
    try world.endlessFile()
    try world.directory.write("text", to: "pictures/a.jpg")
    let browser = try world.program(["browse", "--library", world.library]).start()
    let endless = #""filter":{"filename":"endless.mov"},"load":{"data":"size"},"range":[0,1]"#
    browser.send(#"{"id":"a","progress":true,\#(endless)}"# + "\n")
    browser.send(#"{"id":"b",\#(endless)}"# + "\n")
    browser.send(#"{"id":"c"}"# + "\n")
    #expect(await browser.printed(#""name":"endless.mov""#))
    // One waits, one is at work, and one is unknown.
    for id in ["\"b\"", "\"a\"", "7"] { browser.send("{\"cancel\":\(id)}\n") }
    #expect(await browser.printed(#""id":7"#))
    // The next request is answered as ever.
    browser.send(#"{"id":"d","filter":{"filename":"a.jpg"},"load":{"data":"size"},"range":[0,9]}"#)
    browser.closeInput()
    let result = await browser.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let answers = try result.answers().filter { $0.kind != "progress" }
    #expect(
      answers.map(\.line) == [
        "a result", "b result", "c result", "7 error", "d asset", "d result",
      ])
    #expect(answers.map { $0.cancelled == true } == [true, true, false, false, false, false])
    #expect(answers[2].count == 2)
  }

  @Test func progressIsReportedOnRequest() async throws {
    let world = try ProgramWorld()
    let path = try world.directory.write("movie", to: "pictures/big.bin")
    try #require(truncate(path, 96 << 20) == 0)
    try world.directory.write("small", to: "pictures/small.txt")
    let load = #""source":{"everything":true},"load":{"data":"size","file":"copy"},"range":[0,9]"#
    let result = try await world.run(
      "browse", "--library", world.library, "--out", world.path("out"),
      input: #"{"id":1,"progress":true,\#(load)}"# + "\n" + #"{"id":2,\#(load)}"#)
    let answers = try result.answers()
    let progress = answers.filter { $0.kind == "progress" }
    #expect(progress.allSatisfy { $0.id == "1" && $0.total == 2 })
    let big = progress.flatMap { $0.items ?? [] }.filter { $0.name == "big.bin" }
    #expect(big.count > 50)
    #expect(big.first?.fraction == 0 && big.last?.fraction == 1)
    #expect(big.map(\.fraction) == big.map(\.fraction).sorted())
    let small = progress.flatMap { $0.items ?? [] }.filter { $0.name == "small.txt" }
    #expect(small.map(\.fraction) == [0, 0.5, 0.5, 1])
    let others = answers.filter { $0.kind != "progress" }
    #expect(
      others.map(\.line) == [
        "1 asset", "1 asset", "1 result", "2 asset", "2 asset", "2 result",
      ])
  }

  @Test func progressOfChangesCountsTheAssetsOfTheFetch() async throws {
    let world = try ProgramWorld()
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let request = #""observe":{},"progress":true,"load":{"data":"size"}"#
    let result = try await world.run(
      "browse", "--library", world.library,
      input: "{\"id\":1,\(request)}\n{\"id\":2,\(request)}\n")
    for id in ["1", "2"] {
      let progress = try result.answers().filter { $0.kind == "progress" && $0.id == id }
      #expect(!progress.isEmpty)
      #expect(progress.allSatisfy { $0.total == 3 }, "\(progress.map(\.total))")
      let done = progress.compactMap(\.done)
      #expect(done == done.sorted() && done.first == 0 && (done.last ?? 0) > 0, "\(done)")
    }
  }

  @Test(arguments: [
    (#"{"cancel":[1]}"#, "id takes a whole number or a text of at most 256 bytes"),
    (#"{"cancel":1,"id":2}"#, "cancel takes the id of a request and stands alone"),
    (#"{"cancel":1}"#, "no request with this id waits or is being answered"),
    (#"{"progress":1}"#, "progress takes true or false, not a number"),
    (#"{"observe":{},"range":[0,1]}"#, "observe gives all changes of a fetch; leave out range"),
    (#"{"observe":{"sinc":""}}"#, #"did you mean "since"?"#),
    (
      #"{"source":{"stdin":true},"observe":{}}"#,
      "a request reads the library that the command line names, and nothing else"
    ),
  ])
  func whatMakesNoSenseSaysWhy(_ request: String, _ message: String) async throws {
    let world = try ProgramWorld()
    let result = try await world.run("browse", "--library", world.library, input: request)
    let answers = try result.answers()
    #expect(answers.map(\.kind) == ["error"])
    #expect(answers.first?.message?.contains(message) == true)
  }
}

/// A line of an answer to a browser's request.
struct BrowseAnswer: Decodable {
  let kind: String
  let id: String?
  let count: Int?
  let cancelled: Bool?
  let message: String?
  let type: String?
  let index: Int?
  let token: String?
  let done: Int?
  let total: Int?
  let items: [ProgressLine.Item]?

  /// The request that it answers, and its kind.
  var line: String { (id ?? "-") + " " + kind }

  private enum Key: String, CodingKey {
    case kind, id, count, cancelled, message, type, index, token, done, total, items
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    kind = try values.decode(String.self, forKey: .kind)
    let number = try? values.decodeIfPresent(Int.self, forKey: .id)
    id = try number.map(String.init) ?? values.decodeIfPresent(String.self, forKey: .id)
    count = try values.decodeIfPresent(Int.self, forKey: .count)
    cancelled = try values.decodeIfPresent(Bool.self, forKey: .cancelled)
    message = try values.decodeIfPresent(String.self, forKey: .message)
    type = try values.decodeIfPresent(String.self, forKey: .type)
    index = try values.decodeIfPresent(Int.self, forKey: .index)
    token = try values.decodeIfPresent(String.self, forKey: .token)
    done = try values.decodeIfPresent(Int.self, forKey: .done)
    total = try values.decodeIfPresent(Int.self, forKey: .total)
    items = try values.decodeIfPresent([ProgressLine.Item].self, forKey: .items)
  }
}

extension ProgramResult {
  func answers() throws -> [BrowseAnswer] { try decodedLines() }
}
