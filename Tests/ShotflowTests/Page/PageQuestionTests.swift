import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Questions on a page, request by request: who may answer, and what an answer does.
@Suite struct PageQuestionTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...3 {
      try world.picture("\(number).png", seed: UInt64(number))
    }
  }

  private func asking() throws -> String {
    try world.rule(
      """
      return pipeline {
        about = "Shows trips.", source { library = "pictures" }, filter { sortedBy = "filename" },
      }
      """, named: "trips.lua")
  }

  private func offering(_ options: String) throws -> String {
    try world.libraryRule(
      """
      filter { sortedBy = "filename", limit = 1 }, dedupe { by = "sha1", memory = "page" },
      notify { title = "Send it?", \(options) },
      """)
  }

  private func served(_ rule: String, _ arguments: String...) async throws -> ServedPage {
    try await ServedPage(["browse", "--rule", rule] + arguments, in: world)
  }

  private func question(_ page: ServedPage, _ cookie: String) async throws -> ListedScene {
    try await page.about(cookie: cookie) { $0.kind == "question" }
  }

  private func states() async throws -> [String] {
    try await world.ledgerEntries().map(\.state)
  }

  // MARK: Permission

  @Test func thePageAsksWithTheWordsOfTheTerminal() async throws {
    let rule = try asking()
    let page = try await served(rule)
    let question = try await question(page, page.cookie())
    #expect(
      question.title == "The rule \"trips\" asks for a permission. May it see the pictures?")
    #expect(question.facts?.map { $0[0] } == ["rule", "it says", "library"])
    #expect(question.facts?[1][1] == "\"Shows trips.\"")
    #expect(question.facts?[2][1] == world.library)
    #expect(question.milliseconds == nil)
    #expect(
      question.answers == [
        "allow all of them", "allow it, also after you edit the rule",
        "choose what the rule sees; it sees nothing else", "deny it; the rule does not ask again",
        "leave it; the rule asks again",
      ])
  }

  @Test func nothingIsSeenBeforeTheAnswer() async throws {
    let page = try await served(try asking())
    let cookie = try page.cookie()
    let question = try await question(page, cookie)
    for path in ["/feed/albums/0?from=0&to=9", "/pictures/0/0/-/thumbnail", "/plain/0"] {
      #expect(try page.get(path, cookie: cookie).status == 404, "\(path)")
    }
    #expect(try page.get("/feed/albums", cookie: cookie).text == "[]")
    #expect(try page.answer(0, in: question.scene, cookie: cookie).status == 200)
    _ = try await page.about(cookie: cookie) { $0.kind == "records" }
    let list = try page.get("/feed/albums/0?from=0&to=9", cookie: cookie)
    let assets = try JSONDecoder().decode(ListedAssets.self, from: Data(list.body))
    #expect(assets.assets.map(\.name) == ["1.png", "2.png", "3.png"])
  }

  @Test func anAnswerIsOfThePageAloneAndOnce() async throws {
    let rule = try asking()
    let page = try await served(rule)
    let cookie = try page.cookie()
    let scene = try await question(page, cookie).scene
    let path = "/scenes/\(scene)/answer"
    let deny = #"{"answer":3}"#
    for origin in ["http://evil.example", "null", "http://localhost:\(page.port)"] {
      #expect(try page.post(path, deny, cookie: cookie, origin: origin).status == 403)
    }
    #expect(try page.post(path, deny, cookie: "a=b").status == 403)
    #expect(try page.post(path, deny, cookie: cookie, type: "text/plain").status == 415)
    #expect(try page.post(path, deny, cookie: cookie, length: 99_999_999).status == 413)
    for body in ["", "[]", "{}", #"{"answer":5}"#, #"{"answer":-1}"#, #"{"answer":"3"}"#] {
      #expect(try page.post(path, body, cookie: cookie).status == 400, "\(body)")
    }
    for other in ["/scenes/\(scene + 1)/answer", "/scenes/0/answer", "/scenes/x/answer"] {
      #expect(try page.post(other, deny, cookie: cookie).status == 410, "\(other)")
    }
    #expect(try page.post("/scenes/\(scene)/choice", deny, cookie: cookie).status == 404)
    for other in ["/answer", "/scenes/\(scene)/answer/", "/scenes/\(scene)/other"] {
      #expect(try page.post(other, deny, cookie: cookie).status == 405, "\(other)")
    }
    #expect(try page.get(path, cookie: cookie).status == 404)
    #expect(try await world.run("auth", "status", rule).text.contains("notDetermined"))
    #expect(try page.post(path, deny, cookie: cookie).status == 200)
    let result = await page.program.result()
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
    #expect(try await world.run("auth", "status", rule).text.contains("denied"))
    let log = try await world.run("auth", "log").lines.dropFirst()
    #expect(log.count == 1 && log.first?.contains("question") == true)
  }

  @Test func onlyTheChosenAssetsExist() async throws {
    let rule = try asking()
    let page = try await served(rule)
    let cookie = try page.cookie()
    let question = try await question(page, cookie)
    #expect(try page.answer(2, in: question.scene, cookie: cookie).status == 200)
    let list = try await page.about(cookie: cookie) { $0.kind == "records" }
    #expect(
      try page.choose(#"{"chosen":[{"index":1}]}"#, in: list.scene, cookie: cookie).status == 200)
    let limited = try await page.about(cookie: cookie) {
      $0.kind == "records" && $0.scene > list.scene
    }
    #expect(limited.answers == ["Choose more"])
    let assets = try page.get("/feed/albums/0?from=0&to=9", cookie: cookie)
    #expect(try JSONDecoder().decode(ListedAssets.self, from: Data(assets.body)).count == 1)
    #expect(
      try await world.run("auth", "status", rule).text.contains("limited to 1 asset"))
    // A limit that the command line tries is not the page's to change.
    let tried = try await ServedPage(
      ["pick", rule, "--auth", "limited", "--chosen", "1.png"], in: world)
    #expect(
      try await tried.about(cookie: tried.cookie()) { $0.kind == "records" }.answers.isEmpty)
  }

  /// Each part of the page's work handles signals; one that is over must not take them.
  @Test(.timeLimit(.minutes(2)))
  func theFirstInterruptionEndsItAlsoAfterChoosingMore() async throws {
    let page = try await served(try asking())
    let cookie = try page.cookie()
    let question = try await question(page, cookie)
    #expect(try page.answer(2, in: question.scene, cookie: cookie).status == 200)
    var scene = question.scene
    for number in 0..<3 {
      let list = try await page.about(cookie: cookie) { $0.kind == "records" && $0.scene > scene }
      let choice = #"{"chosen":[{"index":\#(number)}]}"#
      #expect(try page.choose(choice, in: list.scene, cookie: cookie).status == 200)
      let limited = try await page.about(cookie: cookie) {
        $0.kind == "records" && $0.scene > list.scene
      }
      #expect(limited.answers == ["Choose more"])
      scene = limited.scene
      if number < 2 { #expect(try page.answer(0, in: scene, cookie: cookie).status == 200) }
    }
    let result = await page.program.end(by: SIGINT)
    #expect(result.status == .exited(130), "\(result.errorText)")
  }

  // MARK: Offers

  @Test func theAnswerIsTheOutcomeInTheLedger() async throws {
    for (number, state, count) in [(0, "accepted", 1), (1, "dismissed", 0)] {
      let page = try await served(try offering("dismiss = \"10m\""), world.library)
      let cookie = try page.cookie()
      let watching = try page.watch(cookie: cookie)
      let question = try await question(page, cookie)
      #expect(question.title == "Send it?")
      #expect(question.facts?.first?.last?.contains("1.png") == true)
      #expect(question.answers == ["Yes", "Leave it"])
      #expect((1...600_000).contains(question.milliseconds ?? 0))
      let picture = try page.get("/scenes/\(question.scene)/picture", cookie: cookie)
      #expect(picture.body.count == 48 * 32 * 3)
      #expect(question.width == 48 && question.height == 32)
      #expect(try page.get("/scenes/9/picture", cookie: cookie).status == 404)
      #expect(try page.answer(number, in: question.scene, cookie: cookie).status == 200)
      #expect(try page.answer(0, in: question.scene, cookie: cookie).status == 410)
      _ = try await page.about(cookie: cookie) { $0.kind == "records" }
      let list = try page.get("/feed/albums/0?from=0&to=9", cookie: cookie)
      #expect(try JSONDecoder().decode(ListedAssets.self, from: Data(list.body)).count == count)
      #expect(try await states() == [state])
      await page.program.end(by: SIGINT)
      withExtendedLifetime(watching) {}
      _ = try await world.run("ledger", "forget", "--all")
    }
  }

  @Test func noAnswerInTimeHasExpired() async throws {
    let page = try await served(try offering("dismiss = \"200ms\""), world.library)
    let cookie = try page.cookie()
    let watching = try page.watch(cookie: cookie)
    _ = try await page.about(cookie: cookie) { $0.kind == "records" }
    #expect(try await states() == ["expired"])
    withExtendedLifetime(watching) {}
  }

  @Test func theTimeBeginsWithThePage() async throws {
    let page = try await served(try offering("dismiss = \"1ms\""), world.library)
    let cookie = try page.cookie()
    #expect(try await page.about(cookie: cookie) { $0.scene > 0 }.kind == "waiting")
    let watching = try page.watch(cookie: cookie)
    _ = try await page.about(cookie: cookie) { $0.kind == "records" }
    #expect(try await states() == ["expired"])
    withExtendedLifetime(watching) {}
  }

  @Test func ctrlCTakesTheQuestionAwayAndDecidesNothing() async throws {
    let page = try await served(try offering("dismiss = \"10m\""), world.library)
    let cookie = try page.cookie()
    let watching = try page.watch(cookie: cookie)
    _ = try await question(page, cookie)
    #expect(await page.program.end(by: SIGINT).status == .exited(130))
    #expect(try await states() == [])
    withExtendedLifetime(watching) {}
  }
}
