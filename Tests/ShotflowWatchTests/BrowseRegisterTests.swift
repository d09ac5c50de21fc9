import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `shotflow browse` tells changes as they come to a program that registered.
@Suite struct BrowseRegisterTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func browse(_ library: String, _ requests: String...) throws -> RunningProgram {
    let browser = try world.program(["browse", "--library", library]).start()
    for request in requests { browser.send(request + "\n") }
    return browser
  }

  /// The line that tells of a registration, and of a change without details.
  private func registered(_ id: String) -> String {
    #"{"v":1,"kind":"result","id":\#(id),"registered":true}"# + "\n"
  }

  private func lines(_ browser: RunningProgram) async throws -> [String] {
    browser.closeInput()
    let result = await browser.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let lines: [RegisteredLine] = try result.decodedLines()
    return lines.map(\.text)
  }

  @Test(arguments: ChangingLibrary.Kind.allCases)
  func changesComeUntilItUnregisters(kind: ChangingLibrary.Kind) async throws {
    let library = try ChangingLibrary(kind, in: world)
    let browser = try browse(
      library.path, #"{"id":"a","filter":{"sortedBy":"localIdentifier"},"register":true}"#)
    #expect(await browser.printed(#""registered":true"#))
    try library.add(2)
    #expect(await browser.printed(#""type":"inserted""#))
    // The answer to another request has its own lines.
    browser.send("{\"id\":\"b\"}\n")
    #expect(await browser.printed(#""id":"b""#))
    try library.remove(1)
    #expect(await browser.printed(#""type":"removed""#))
    // Answered once all changes are reported.
    browser.send("{\"id\":\"again\"}\n")
    #expect(await browser.printed(#""id":"again""#))
    browser.send("{\"unregister\":\"a\"}\n")
    #expect(await browser.printed(#""registered":false"#))
    try library.add(3)
    browser.send("{\"id\":\"c\"}\n")
    #expect(await browser.printed(#""id":"c""#))
    let (first, second) = (library.identifier(1), library.identifier(2))
    let reported = try await lines(browser)
    #expect(
      reported.filter { $0.hasPrefix("a ") } == [
        "a token", "a result registered", "a inserted \(second)", "a token",
        "a removed \(first)", "a token", "a result unregistered",
      ])
    #expect(reported.filter { !$0.hasPrefix("a ") } == ["b result", "again result", "c result"])
  }

  @Test(arguments: ChangingLibrary.Kind.allCases)
  func whatIsNotComparedSaysOnlyThatTheLibraryChanged(kind: ChangingLibrary.Kind) async throws {
    let library = try ChangingLibrary(kind, in: world)
    let browser = try browse(library.path, #"{"id":"a","register":true,"compare":false}"#)
    let line = registered("\"a\"")
    #expect(await browser.printed(line))
    try library.add(2)
    #expect(await browser.printed(line + line))
    browser.closeInput()
    #expect(await browser.result().status == .exited(0))
  }

  @Test func aFetchThatIsNotTouchedIsSilent() async throws {
    try world.picture("1.png", seed: 1)
    let browser = try browse(
      world.library, #"{"id":1,"filter":{"mediaType":"video"},"register":true}"#,
      #"{"id":2,"filter":{"mediaType":"image"},"register":true}"#)
    #expect(await browser.printed(#""id":2,"count":0,"registered":true"#))
    try world.picture("2.png", seed: 2)
    #expect(await browser.printed(#""type":"inserted""#))
    // Both were looked at once the next change came.
    try world.picture("3.png", seed: 3)
    #expect(await browser.printed(#""filename":"3.png""#))
    let reported = try await lines(browser)
    #expect(reported.filter { $0.hasPrefix("1") } == ["1 token", "1 result registered"])
    #expect(
      reported.filter { $0.hasPrefix("2 inserted") } == ["2 inserted 2.png", "2 inserted 3.png"])
  }

  @Test func whatChangedSinceATokenComesFirst() async throws {
    try world.picture("1.png", seed: 1)
    let before = try browse(world.library, #"{"id":1,"observe":{}}"#)
    before.closeInput()
    let answers = try await before.result().answers()
    let token = try #require(answers.compactMap(\.token).first)
    try world.picture("2.png", seed: 2)
    let browser = try browse(
      world.library, #"{"id":1,"observe":{"since":"\#(token)"},"register":true}"#)
    #expect(await browser.printed(#""registered":true"#))
    try world.picture("3.png", seed: 3)
    #expect(await browser.printed("3.png"))
    #expect(
      try await lines(browser) == [
        "1 inserted 2.png", "1 token", "1 result registered", "1 inserted 3.png", "1 token",
      ])
  }

  @Test(arguments: [true, false])
  func aFileThatIsWrittenInPlaceIsInTheListThatChanged(compares: Bool) async throws {
    try world.picture("1.png", seed: 1)
    let path = try world.directory.write([], to: "pictures/2.png")
    // A folder's times tell of its names, and a file's are trusted once it has been left alone.
    usleep(2_200_000)
    let images = #""filter":{"mediaType":"image"}"#
    let browser = try browse(
      world.library, #"{"id":1,\#(images),"register":true,"compare":\#(compares)}"#,
      #"{"id":2,\#(images)}"#)
    #expect(await browser.printed(#""id":2,"state":1,"count":1"#))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: ProgramWorld.png(2).encoded())
    try handle.close()
    let told = compares ? #""type":"inserted""# : #""count":1}"# + "\n" + registered("1")
    #expect(await browser.printed(told))
    browser.send(#"{"id":3,\#(images)}"# + "\n")
    browser.closeInput()
    let text = String(decoding: await browser.result().output, as: UTF8.self)
    #expect(text.contains(#""count":2}"#), "\(text)")
  }

  @Test func albumsAreRegisteredAsWell() async throws {
    try world.picture("1.png", seed: 1, in: "pictures/Trip")
    let browser = try browse(
      world.library, #"{"id":1,"source":{"albums":["albumRegular"]},"register":true}"#)
    #expect(await browser.printed(#""registered":true"#))
    try world.picture("2.png", seed: 2, in: "pictures/Trip")
    #expect(await browser.printed(#""type":"changed""#))
    #expect(
      try await lines(browser) == [
        "1 token", "1 result registered", "1 changed Trip", "1 token",
      ])
  }

  @Test(arguments: [ChangingLibrary.Kind.folder, .photosOpen])
  func aLibraryThatGoesAwayIsWaitedFor(kind: ChangingLibrary.Kind) async throws {
    let library = try ChangingLibrary(kind, in: world)
    let browser = try browse(library.path, #"{"id":1,"register":true}"#)
    #expect(await browser.printed(#""registered":true"#))
    let elsewhere = world.path("elsewhere")
    try #require(rename(library.path, elsewhere) == 0)
    #expect(await browser.printed("is gone"))
    try #require(rename(elsewhere, library.path) == 0)
    try library.add(2)
    #expect(await browser.printed(#""type":"inserted""#))
    let reported = try await lines(browser)
    #expect(
      reported == [
        "1 token", "1 result registered", "1 error", "1 inserted \(library.identifier(2))",
        "1 token",
      ])
  }

  @Test func theReaderThatGoesAwayEndsIt() async throws {
    try world.picture("1.png", seed: 1)
    let program = try world.shell(
      """
      mkfifo requests; exec 3<> requests
      echo '{"id":1,"register":true}' >&3
      { "$shotflow" browse -l pictures < requests; echo "ended $?" >&2; } \
      | { head -n 2 > /dev/null; echo over >&2; }
      """
    ).start()
    #expect(await program.showed("over"))
    try world.picture("2.png", seed: 2)
    #expect(await program.showed("ended 0"))
    _ = await program.result()
  }

  @Test func whatCannotBeRegisteredSaysWhy() async throws {
    let browser = try browse(
      world.library, #"{"register":true}"#, #"{"id":1,"register":1}"#,
      #"{"id":1,"register":true,"range":[0,1]}"#, #"{"id":1,"register":true}"#,
      #"{"id":1,"register":true}"#, #"{"id":2,"source":{"album":"none"},"register":true}"#,
      #"{"unregister":[]}"#)
    #expect(await browser.printed("at most 256 bytes"))
    browser.send("{\"unregister\":2}\n")
    browser.closeInput()
    let answers = try await browser.result().answers()
    let messages = answers.compactMap(\.message)
    for message in [
      "register needs an id, by which unregister names it", "register takes true or false",
      "register gives all changes of a fetch; leave out range",
      "a fetch with this id is registered", "\"none\"",
      "no request with this id waits or is being answered",
      "id takes a whole number or a text of at most 256 bytes",
    ] {
      #expect(messages.contains { $0.contains(message) }, "\(message) in \(messages)")
    }
    #expect(messages.count == 7)
  }
}

/// A line of a browser, as far as these tests look at it.
private struct RegisteredLine: Decodable {
  let kind: String
  let id: ID
  let type: String?
  let registered: Bool?
  let asset: Named?
  let album: Named?

  struct Named: Decodable {
    let localIdentifier: String
  }

  struct ID: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try (try? value.decode(Int.self)).map(String.init) ?? value.decode(String.self)
    }
  }

  var text: String {
    let word =
      type.map { "\($0) \((asset ?? album)?.localIdentifier ?? "")" }
      ?? kind + (registered.map { $0 ? " registered" : " unregistered" } ?? "")
    return "\(id.text) \(word)"
  }
}
