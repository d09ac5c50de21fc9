import Foundation
import PhotosSamples
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
    browser.signal(SIGINT)
    let result = await browser.result()
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
    try PhotosSampleLibrary(.macOS15, PhotosCrowd(count: 400)).write(to: path)
    let request = #"{"filter":{"sortedBy":"-creationDate"},"range":[300,302]}"# + "\n"
    let result = try await world.run("browse", "--library", path, input: request + request)
    let records = try result.records()
    #expect(records.map(\.kind) == ["asset", "asset", "result", "asset", "asset", "result"])
    #expect(records[0] == records[3])
    #expect(records[2].count == 400)
  }
}
