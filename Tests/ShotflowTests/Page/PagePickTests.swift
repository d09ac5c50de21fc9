import Foundation
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

  private func result(_ page: ServedPage) async throws -> [Picked] {
    let result = await page.program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.decodedLines()
  }

  @Test func theChoiceIsPrintedInItsOrder() async throws {
    let page = try await served()
    let answer = try page.choose(
      #"{"chosen":[{"index":2},{"index":0,"crop":[0.25,0,0.5,1]}]}"#, cookie: page.cookie())
    #expect(answer.status == 200)
    let picked = try await result(page)
    #expect(picked.map(\.filename) == [name(2), name(4)])
    #expect(picked.map(\.crop) == [nil, [0.25, 0, 0.5, 1]])
  }

  @Test func nothingChosenPrintsNothing() async throws {
    let page = try await served("--exit-status")
    #expect(try page.choose(#"{"chosen":[]}"#, cookie: page.cookie()).status == 200)
    let result = await page.program.result()
    #expect(result.output.isEmpty)
    #expect(result.status == .exited(1))
  }

  @Test func aChoiceIsOfThePageAlone() async throws {
    let page = try await served("--limit", "2")
    let cookie = try page.cookie()
    for body in [
      "", "[]", "{}", #"{"chosen":1}"#, #"{"chosen":[1]}"#, #"{"chosen":[{"index":-1}]}"#,
      #"{"chosen":[{"index":1},{"index":1}]}"#, #"{"chosen":[{"index":0,"crop":[0,0,1]}]}"#,
      #"{"chosen":[{"index":0,"crop":[0,0,2,1]}]}"#,
      #"{"chosen":[{"index":0},{"index":1},{"index":2}]}"#,
    ] {
      #expect(try page.choose(body, cookie: cookie).status == 400, "\(body)")
    }
    let choice = #"{"chosen":[{"index":1}]}"#
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

  @Test func aPlaceThatIsNotThereIsLeftOut() async throws {
    let page = try await served()
    _ = try page.choose(#"{"chosen":[{"index":99},{"index":3}]}"#, cookie: page.cookie())
    #expect(try await result(page).map(\.filename) == [name(1)])
  }

  @Test func anInterruptedPickerPrintsNothing() async throws {
    let page = try await served()
    page.program.signal(SIGINT)
    let result = await page.program.result()
    #expect(result.status == .exited(130))
    #expect(result.output.isEmpty)
  }
}
