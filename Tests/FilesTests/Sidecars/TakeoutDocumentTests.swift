import Media
import Samples
import Testing

@testable import Files

@Suite struct TakeoutDocumentTests {
  private func read(_ text: String) throws(SidecarProblem) -> TakeoutDocument {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws(SidecarProblem) -> TakeoutDocument {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SidecarProblem) in try TakeoutDocument(bytes) }
    }
    return try result.get()
  }

  private func item(_ text: String) throws -> TakeoutItem? {
    guard case .item(let item) = try read(text) else { return nil }
    return item
  }

  @Test func readsEveryMember() throws {
    let sidecar = TakeoutSidecar(title: "IMG \"1\".JPG", taken: 1_561_975_200) {
      $0.description = "A day\nat the sea, é"
      $0.position = Position(latitude: 54.18, longitude: -7.88, altitude: 4.5)
      $0.people = ["Ada", "Grace"]
      $0.isFavorite = true
      $0.isArchived = true
      $0.isTrashed = true
    }
    guard case .item(let item) = try read(sidecar.encoded()) else {
      Issue.record("no item")
      return
    }
    #expect(item.title == "IMG \"1\".JPG")
    #expect(item.caption == "A day\nat the sea, é")
    #expect(item.takenMilliseconds == 1_561_975_200_000)
    #expect(item.addedMilliseconds == 1_561_978_800_000)
    #expect(item.location == MediaLocation(latitude: 54.18, longitude: -7.88, altitude: 4.5))
    #expect(item.persons == ["Ada", "Grace"])
    #expect(item.isFavorite && item.isArchived && item.isTrashed)
  }

  @Test func zerosAreNoPlace() throws {
    let both = "{\"photoTakenTime\": {}, \"geoData\": {\"latitude\": 0.0, \"longitude\": 0.0}, "
    #expect(
      try item(both + "\"geoDataExif\": {\"latitude\": 0, \"longitude\": 0}}")?.location == nil)
    #expect(
      try item(both + "\"geoDataExif\": {\"latitude\": 1.5, \"longitude\": 2}}")?.location
        == MediaLocation(latitude: 1.5, longitude: 2))
  }

  @Test func whatIsShownWinsOverTheFile() throws {
    let text = """
      {"photoTakenTime": {}, "geoDataExif": {"latitude": 1, "longitude": 2, "altitude": 3},
      "geoData": {"latitude": 4, "longitude": 5, "altitude": 0.0}}
      """
    #expect(try item(text)?.location == MediaLocation(latitude: 4, longitude: 5))
  }

  @Test func numbersAsTextAndTextsAsNumbers() throws {
    let text = """
      {"title": 17, "description": ["x"], "photoTakenTime": {"timestamp": 1561975200},
      "geoData": {"latitude": "54.5", "longitude": "7"}, "favorited": "true", "people": "Ada",
      "creationTime": {"timestamp": {}}}
      """
    let item = try #require(try item(text))
    #expect(item.title == nil)
    #expect(item.caption == nil)
    #expect(item.takenMilliseconds == 1_561_975_200_000)
    #expect(item.addedMilliseconds == nil)
    #expect(item.location == MediaLocation(latitude: 54.5, longitude: 7))
    #expect(!item.isFavorite)
    #expect(item.persons.isEmpty)
  }

  @Test(arguments: [
    "\"0\"", "\"\"", "\"soon\"", "1e400", "\"99999999999999999999999\"", "253402300800",
    "-62135596801", "1.5", "null", "\"nan\"", "\"0x10\"",
  ])
  func datesBeyondAnyCalendarAreNone(timestamp: String) throws {
    let item = try item("{\"photoTakenTime\": {\"timestamp\": \(timestamp)}}")
    #expect(item != nil)
    #expect(item?.takenMilliseconds == nil)
  }

  @Test func datesBefore1970AreDates() throws {
    let item = try item("{\"photoTakenTime\": {\"timestamp\": \"-1000000000\"}}")
    #expect(item?.takenMilliseconds == -1_000_000_000_000)
  }

  @Test func placesOutsideTheEarthAreNone() throws {
    let text = "{\"photoTakenTime\": {}, \"geoData\": {\"latitude\": 91, \"longitude\": 0}}"
    #expect(try item(text)?.location == nil)
  }

  @Test(arguments: [
    "", "{", "{\"title\"", "{\"title\": }", "{\"title\": \"a\"} x", "{\"a\": tru}", "{'a': 1}",
    "{\"a\": 1,}", "[1,]", "{\"a\": \"", "{\"a\": \"\\", "nul", "{\"a\" 1}", "{\"a\": 1 \"b\": 2}",
  ])
  func whatIsNoJSONIsSaid(text: String) {
    #expect(throws: SidecarProblem.notJSON) { try read(text) }
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "{\"a\":", count: 100_000)
    #expect(throws: SidecarProblem.tooComplex) { try read(deep) }
    #expect(throws: SidecarProblem.tooComplex) {
      try read("{\"people\": \(String(repeating: "[", count: 100_000))")
    }
  }

  @Test func moreThanAMebibyteIsRefused() {
    #expect(throws: SidecarProblem.tooLarge) {
      try read([UInt8](repeating: 0x20, count: TakeoutDocument.sizeLimit + 1))
    }
  }

  @Test func albumsAreRecognizedByTheirMembers() throws {
    var text = TakeoutAlbumMetadata()
    (text.title, text.caption) = ("Gary's birthday", "Cake")
    let album = TakeoutSidecar.album(title: "Gary's birthday", description: "Cake")
    #expect(try read(album) == .album(text))
    #expect(
      try read("{\"albumData\": {\"title\": \"Gary's birthday\", \"description\": \"Cake\"}}")
        == .album(text))
    #expect(try read("{\"title\": \"\", \"sharedAlbumComments\": []}") == .album(.init()))
    #expect(try read("{}") == .album(.init()))
    #expect(try read("{\"version\": 3}") == .other)
    #expect(try read("[]") == .other)
  }

  @Test func escapesAreResolved() throws {
    let item = try item(
      "{\"title\": \"\\u00e9\\uD83D\\uDE00\\ud800\\/\\n\", \"imageViews\": \"1\"}")
    #expect(item?.title == "é😀\u{FFFD}/\n")
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    #expect(try item("\u{FEFF}{\"imageViews\": \"1\", \"title\": \"a\"}")?.title == "a")
  }

  @Test func whatIsCutShortIsRefused() {
    let whole = TakeoutSidecar(title: "a.jpg", taken: 1_561_975_200).encoded()
    for count in whole.indices.dropLast() {
      #expect(throws: SidecarProblem.notJSON) { try read(Array(whole.prefix(count))) }
    }
  }

  @Test func everyMutationIsReadOrRefused() throws {
    let whole = TakeoutSidecar(title: "a.jpg", taken: 1_561_975_200) { $0.people = ["Ada"] }
      .encoded()
    var generator = SeededGenerator(seed: 7)
    var (accepted, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      do throws(SidecarProblem) {
        let document = try read(bytes)
        accepted += 1
        // No text comes from outside the file; a wrong byte is shown by three.
        #expect(texts(of: document).allSatisfy { $0.utf8.count <= 3 * bytes.count })
      } catch {
        refused += 1
        #expect(error == .notJSON)
      }
    }
    #expect(accepted > 100 && refused > 100, "\(accepted) accepted, \(refused) refused")
  }

  private func texts(of document: TakeoutDocument) -> [String] {
    switch document {
    case .item(let item): [item.title, item.caption].compactMap(\.self) + item.persons
    case .album(let album): [album.title, album.caption].compactMap(\.self)
    case .other: []
    }
  }
}
