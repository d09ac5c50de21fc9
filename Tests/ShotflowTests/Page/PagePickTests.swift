import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow pick --page` prints what was chosen, and nothing else of the library.
@Suite struct PagePickTests {
  private let world: ProgramWorld

  private struct Picked: Decodable {
    let filename: String
    let crop: [Double]?
  }

  init() throws {
    world = try ProgramWorld()
    for number in 1...4 {
      let name = "Screenshot from 2015-09-0\(number) 10-00-00.png"
      try world.picture(name, seed: UInt64(number))
    }
  }

  private func name(_ number: Int) -> String { "Screenshot from 2015-09-0\(number) 10-00-00.png" }

  private func served(_ arguments: String...) async throws -> ServedPage {
    try await ServedPage(["pick", world.library] + arguments, in: world)
  }

  /// Returns the page's keys of the assets, the newest first.
  private func keys(_ page: ServedPage, _ cookie: String) throws -> [String] {
    let answer = try page.get("/feed/albums/0?from=0&to=9", cookie: cookie)
    return try JSONDecoder().decode(ListedAssets.self, from: Data(answer.body)).assets
      .compactMap(\.key)
  }

  private func result(_ page: ServedPage) async throws -> [Picked] {
    let result = await page.program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.decodedLines()
  }

  @Test func theChoiceIsPrintedInItsOrder() async throws {
    let page = try await served()
    let cookie = try await page.cookieOnceShown()
    let keys = try keys(page, cookie)
    let answer = try page.choose(
      #"{"chosen":[{"key":"\#(keys[2])"},{"key":"\#(keys[0])","crop":[0.25,0,0.5,1]}]}"#,
      cookie: cookie)
    #expect(answer.status == 200)
    let picked = try await result(page)
    #expect(picked.map(\.filename) == [name(2), name(4)])
    #expect(picked.map(\.crop) == [nil, [0.25, 0, 0.5, 1]])
  }

  @Test func nothingChosenPrintsNothing() async throws {
    let page = try await served("--exit-status")
    let cookie = try await page.cookieOnceShown()
    #expect(try page.choose(#"{"chosen":[]}"#, cookie: cookie).status == 200)
    let result = await page.program.result()
    #expect(result.output.isEmpty)
    #expect(result.status == .exited(1))
  }

  @Test func aChoiceIsOfThePageAlone() async throws {
    let page = try await served("--limit", "2")
    let cookie = try await page.cookieOnceShown()
    let items = try keys(page, cookie).map { #""key":"\#($0)""# }
    for body in [
      "", "[]", "{}", #"{"chosen":1}"#, #"{"chosen":[1]}"#, #"{"chosen":[{"index":0}]}"#,
      #"{"chosen":[{"key":"0"}]}"#, #"{"chosen":[{"key":"\#(name(1))"}]}"#,
      "{\"chosen\":[{\(items[1])},{\(items[1])}]}",
      "{\"chosen\":[{\(items[0]),\"crop\":[0,0,1]}]}",
      "{\"chosen\":[{\(items[0]),\"crop\":[0,0,2,1]}]}",
      "{\"chosen\":[{\(items[0])},{\(items[1])},{\(items[2])}]}",
    ] {
      #expect(try page.choose(body, cookie: cookie).status == 400, "\(body)")
    }
    let choice = "{\"chosen\":[{\(items[1])}]}"
    for origin in ["http://evil.example", "null", "http://localhost:\(page.port)"] {
      #expect(try page.choose(choice, cookie: cookie, origin: origin).status == 403)
    }
    #expect(try page.choose(choice, cookie: "a=b").status == 403)
    let client = try page.client()
    let bare = client.ask(
      "POST /scenes/1/choice HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(cookie)")
    #expect(bare?.status == 403)
    #expect(try page.choose(choice, cookie: cookie).status == 200)
    #expect(try await result(page).map(\.filename) == [name(3)])
  }

  @Test func theRecordsOfARuleArePickedByTheirPlaces() async throws {
    let rule = try world.libraryRule("filter { sortedBy = \"-filename\" }")
    let page = try await ServedPage(["pick", rule, "--library", world.library], in: world)
    let cookie = try await page.cookieOnceShown()
    #expect(
      try page.choose(#"{"chosen":[{"index":99},{"index":3}]}"#, cookie: cookie).status == 200)
    #expect(try await result(page).map(\.filename) == [name(1)])
  }

  @Test func anInterruptedPickerPrintsNothing() async throws {
    let page = try await served()
    let result = await page.program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(result.output.isEmpty)
  }

  @Test func whatIsRemovedMeanwhileIsNotPrinted() async throws {
    let page = try await served()
    let cookie = try await page.cookieOnceShown()
    let items = try keys(page, cookie).prefix(2).map { #"{"key":"\#($0)"}"# }
    try FileManager.default.removeItem(atPath: world.path("pictures/\(name(4))"))
    let body = "{\"chosen\":[\(items.joined(separator: ","))]}"
    #expect(try page.choose(body, cookie: cookie).status == 200)
    let result = await page.program.result()
    let picked: [Picked] = try result.decodedLines()
    #expect(picked.map(\.filename) == [name(3)])
    #expect(result.errorText.contains("1 of 2 picked are not there any more"))
  }

  @Test func whatIsSelectedIsChosenFirst() async throws {
    let page = try await served("--selected", "\(name(1)),none.png,\(world.library)/\(name(3))")
    let cookie = try await page.cookieOnceShown()
    let about = try page.get("/feed/about", cookie: cookie)
    let chosen = try JSONDecoder().decode(Chosen.self, from: Data(about.body)).selected
    let keys = try keys(page, cookie)
    #expect(chosen == [keys[3], keys[1]])
  }

  private struct Chosen: Decodable {
    let selected: [String]
  }
}
