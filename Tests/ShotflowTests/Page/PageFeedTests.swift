import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The data for the page: albums, assets, pictures and films, without their paths.
@Suite struct PageFeedTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("one.png", seed: 1)
    try world.picture("two.png", seed: 2, in: "pictures/Trip")
  }

  private func served(_ arguments: String...) async throws -> ServedPage {
    try await ServedPage(arguments, in: world)
  }

  private func decoded<Value: Decodable>(
    _ answer: RawClient.Answer, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(answer.body))
  }

  @Test func albumsAndAssetsComeWithoutPathsAndIdentifiers() async throws {
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let answer = try page.get("/feed/albums", cookie: cookie)
    let albums = try decoded(answer, as: [ListedAlbum].self)
    #expect(albums.map(\.title).first == "Recents")
    #expect(albums.map(\.title).last == "Trip")
    #expect(albums.first?.count == 2)
    let trip = try #require(albums.last)
    let list = try page.get("/feed/albums/\(trip.id)?from=0&to=60", cookie: cookie)
    let assets = try decoded(list, as: ListedAssets.self)
    #expect(assets.assets.map(\.name) == ["two.png"])
    for text in [answer.text, list.text] {
      #expect(!text.contains(world.directory.path))
      #expect(!text.contains("Trip/two.png"))
    }
  }

  @Test func theFactsAreOfOneAssetInOneVersion() async throws {
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=60", cookie: cookie), as: ListedAssets.self)
    let asset = try #require(list.assets.first)
    let version = try #require(asset.version)
    let name = try #require(asset.name)
    let address = "/feed/albums/0/facts?place=0&version="
    let facts = try page.get(address + version, cookie: cookie)
    let rows = try decoded(facts, as: [[String]].self)
    #expect(rows.contains(["filename", name]))
    #expect(rows.first { $0[0] == "path" }?[1].hasSuffix(name) == true)
    #expect(!facts.text.contains("localIdentifier"))
    #expect(try page.get(address + "other", cookie: cookie).status == 410)
    #expect(try page.get("/feed/albums/9/facts?place=0&version=0", cookie: cookie).status == 404)
    let saved = try page.get("/pictures/0/0/\(version)/download", cookie: cookie)
    #expect(saved.headers["content-type"] == "application/octet-stream")
    #expect(saved.headers["content-disposition"] == "attachment; filename*=UTF-8''\(name)")
  }

  @Test func theFactsOfAPictureWithADamagedSidecarAreItsOwn() async throws {
    try world.directory.write("<x:xmpmeta", to: "pictures/one.png.xmp")
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=60", cookie: cookie), as: ListedAssets.self)
    let place = try #require(list.assets.firstIndex { $0.name == "one.png" })
    let version = try #require(list.assets[place].version)
    let facts = try page.get(
      "/feed/albums/0/facts?place=\(place)&version=\(version)", cookie: cookie)
    let rows = try decoded(facts, as: [[String]].self)
    #expect(rows.contains(["filename", "one.png"]))
    #expect(rows.contains { $0[0] == "pixelWidth" })
  }

  @Test func aPictureIsKeptForEverAndAnotherHasAnotherAddress() async throws {
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=60", cookie: cookie), as: ListedAssets.self)
    let version = try #require(list.assets.first?.version)
    let address = "/pictures/0/0/\(version)/thumbnail"
    let picture = try page.get(address, cookie: cookie)
    #expect(picture.status == 200)
    #expect(picture.headers["content-type"] == "image/png")
    #expect(picture.headers["cache-control"] == "private, max-age=31536000, immutable")
    #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let tag = try #require(picture.headers["etag"])
    let again = try page.get(address, cookie: cookie, "If-None-Match: \(tag)")
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(try page.get("/pictures/0/0/\(version)x/thumbnail", cookie: cookie).status == 410)
    #expect(try page.get("/pictures/0/7/\(version)/thumbnail", cookie: cookie).status == 410)
    let current = try page.get("/pictures/0/0/-/thumbnail", cookie: cookie)
    #expect(current.headers["cache-control"] == "private, no-cache")
    #expect(current.headers["etag"] == tag)
  }

  @Test func aPictureThatCanNotBeDecodedHasAReasonWithoutAPlace() async throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: world.path("pictures/one.png")))
    try whole.prefix(70).write(to: URL(fileURLWithPath: world.path("pictures/bad.png")))
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=9", cookie: cookie), as: ListedAssets.self)
    #expect(list.count == 3)
    let place = try #require(list.assets.firstIndex { $0.name == "bad.png" })
    let answer = try page.get("/pictures/0/\(place)/-/thumbnail", cookie: cookie)
    #expect(answer.status == 422)
    #expect(!answer.text.isEmpty && !answer.text.contains("/"))
  }

  @Test func aFilmComesInParts() async throws {
    let samples = world.path("samples")
    _ = try await RunProgram(Products.makeSamples, [samples]).result()
    let page = try await served("browse", samples)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=60", cookie: cookie), as: ListedAssets.self)
    let place = try #require(list.assets.firstIndex { $0.motion == "animated" })
    let address = "/pictures/0/\(place)/-/moving"
    let whole = try page.get(address, cookie: cookie)
    #expect(whole.headers["content-type"] == "image/gif")
    #expect(whole.headers["accept-ranges"] == "bytes")
    let part = try page.get(address, cookie: cookie, "Range: bytes=10-19")
    #expect(part.status == 206)
    #expect(part.headers["content-range"] == "bytes 10-19/\(whole.body.count)")
    #expect(part.body == Array(whole.body[10..<20]))
    let none = try page.get(address, cookie: cookie, "Range: bytes=\(whole.body.count)-")
    #expect(none.status == 416)
    #expect(none.headers["content-range"] == "bytes */\(whole.body.count)")
  }

  @Test func aRuleIsShownAsItGivesItsAssets() async throws {
    let rule = try world.libraryRule("filter { filename = \"two.png\" }")
    let page = try await ServedPage(["browse", world.library, "--rule", rule], in: world)
    let cookie = try await page.cookieOnceShown()
    let list = try decoded(
      page.get("/feed/albums/0?from=0&to=60", cookie: cookie), as: ListedAssets.self)
    #expect(list.assets.map(\.name) == ["two.png"])
    #expect(try page.get("/pictures/0/0/-/preview", cookie: cookie).status == 200)
    #expect(try page.get("/feed/albums/1", cookie: cookie).status == 404)
  }

  @Test func pagesWithoutScriptsEscapeNames() async throws {
    try world.picture("<b>&\u{202E}.png", seed: 3)
    let page = try await served("browse", world.library)
    let text = try await page.get("/plain/0", cookie: page.cookieOnceShown()).text
    #expect(text.contains("&lt;b&gt;&amp;\\u{202e}.png"))
    #expect(!text.contains("<b>"))
  }

  /// The queries that links and the search of the page may hold.
  @Test(arguments: [
    "text=%22%5D%20os.exit()%20--%5B%5B", "text=%22%7D%5D,%22range%22:%5B0,999%5D",
    "camera=%22)%20or%20true%20--", "text=*%3F%5C*%3F%5C", "text=%27%CC%81%22%CC%81", "text=%FF%FE",
    "text=" + String(repeating: "%2A%3F", count: 2000),
    "kind=x&year=99999999999999999999&rating=-1",
    "order=../../etc&text=%00", "text=a+b+c+d+e+f+g+h+i+j&located=yes&damaged=yes",
  ])
  func noQueryIsMoreThanTests(query: String) async throws {
    let page = try await served("browse", world.library)
    let cookie = try await page.cookieOnceShown()
    let list = try page.get("/feed/albums/0?\(query)&from=0&to=60", cookie: cookie)
    #expect(list.status == 200)
    #expect(!list.text.contains(world.directory.path))
    // The rule that the page shows has the words as texts.
    let rule = try page.get("/feed/albums/0/rule?\(query)", cookie: cookie)
    #expect(rule.status == 200)
    let path = try world.directory.write(rule.text, to: "shown.lua")
    let printed = try await world.run("run", path, "-l", world.library)
    #expect(printed.status == .exited(0), "\(rule.text) \(printed.errorText)")
    let names = try decoded(list, as: ListedAssets.self).assets.compactMap(\.name)
    #expect(try printed.records().compactMap(\.filename).sorted() == names.sorted())
  }

  @Test func itEndsWithTheToolAndWithThePage() async throws {
    let page = try await served("browse", world.library)
    let result = await page.program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(throws: POSIXError.self) { try page.client() }
  }

  @Test func itEndsWithAToolThatWasKilled() async throws {
    let page = try await served("browse", world.library)
    page.program.signal(SIGKILL)
    // The server has the tool's standard error, which ends with both.
    _ = await page.program.result()
    #expect(throws: POSIXError.self) { try page.client() }
  }

  @Test func wordsThatMeanNothingAreRefused() async throws {
    for (words, reason) in [
      (["browse", "--no-open"], "--no-open is for --page"),
      (["browse", world.library], "use --page"),
      (["browse", "--rule", "recent"], "--rule is for --page"),
      (["browse", "--page", world.library, "--library", world.library], "named twice"),
      (["pick", world.library, "--no-open"], "--no-open is for --page"),
      (["browse", "--page", world.library, "--nonsense"], "--nonsense"),
    ] {
      let result = try await world.program(words).result()
      #expect(result.status == .exited(64), "\(words)")
      #expect(result.errorText.contains(reason), "\(words): \(result.errorText)")
    }
  }
}
