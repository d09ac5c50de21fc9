import Testing

@testable import Page

@Suite struct ListQueryTests {
  private func members(_ query: String) throws -> String {
    let head = "GET /feed/albums/0?\(query) HTTP/1.1\r\nHost: x"
    let request = try HTTPRequest(head: Array(head.utf8))
    return AlbumFetch(identifier: "a", query: ListQuery(request.parameters)).members
  }

  private let start = #""source":{"album":"a"},"filter":[{"mediaType":["image","video"]"#

  @Test func withoutAQueryTheNewestComesFirst() throws {
    #expect(try members("from=0&to=60") == start + #","sortedBy":"-creationDate"}]"#)
  }

  @Test func anOrderIsOneOfFour() throws {
    #expect(try members("order=name") == start + #","sortedBy":"filename"}]"#)
    #expect(try members("order=size") == start + #","sortedBy":"-fileSize"}]"#)
    #expect(try members("order=path") == start + #","sortedBy":"-creationDate"}]"#)
  }

  @Test func eachSwitchIsATest() throws {
    let query =
      "kind=photo&screenshots=yes&favourites=yes&rating=4&year=2014&camera=X+100&located=yes"
    let wanted =
      #""source":{"album":"a"},"filter":[{"mediaType":"image","mediaSubtypes":"photoScreenshot","#
      + #""isFavorite":true,"rating":{"at_least":4},"creationDate":{"year":2014},"#
      + #""cameraModel":{"has":{"ignoringCase":"X 100"}},"location":{"present":true},"#
      + #""sortedBy":"-creationDate"}]"#
    #expect(try members(query) == wanted)
    #expect(
      try members("rating=9&year=x&located=1") == start + #","sortedBy":"-creationDate"}]"#)
  }

  @Test func eachWordIsWantedInSomeTextOfTheAsset() throws {
    let members = try members("text=a%2A+b%22%C3%A9")
    #expect(members.contains(#"{"filename":{"has":{"ignoringCase":"a*"}}}"#))
    #expect(members.contains(#"{"keywords":{"like":{"ignoringCase":"*a\\**"}}}"#))
    #expect(members.contains(#"{"title":{"has":{"ignoringCase":"b\"é"}}}"#))
    #expect(members.split(separator: #""any":"#).count == 3)
  }

  @Test(arguments: [
    ("2026", #"{"year":2026}"#), ("2026-07", #"{"month":"2026-07"}"#),
    ("2026-07-18", #"{"on":"2026-07-18"}"#),
  ])
  func aWordMayBeADate(word: String, test: String) throws {
    #expect(try members("text=\(word)").contains(#"{"creationDate":\#(test)}"#))
  }

  @Test func aMonthByItsNameIsADateOrAText() throws {
    let members = try members("text=2026-07%C2%A0July%C2%A02026+rome")
    #expect(members.contains(#"{"creationDate":{"month":"2026-07"}}"#))
    #expect(members.contains(#"{"albumPaths":{"like":{"ignoringCase":"*July 2026*"}}}"#))
    #expect(members.contains(#"{"filename":{"has":{"ignoringCase":"2026-07"}}}"#))
    #expect(members.split(separator: #""any":"#).count == 3)
  }

  @Test(arguments: [
    "202", "0999", "20266", "2026-13", "2026-02-30", "2026-7", "2026--7", "2026-%2B1",
    "2026-07-18-1",
  ])
  func otherNumbersAreNoDates(word: String) throws {
    #expect(!(try members("text=\(word)").contains(#"{"creationDate""#)))
  }

  @Test func aTextThatIsNotEncodedRightIsNone() throws {
    #expect(try members("text=%zz") == start + #","sortedBy":"-creationDate"}]"#)
    #expect(try members("text=%FF") == start + #","sortedBy":"-creationDate"}]"#)
  }

  @Test func theRuleIsTheRequest() throws {
    let request = try HTTPRequest(
      head: Array("GET /?favourites=yes&text=sea HTTP/1.1\r\nHost: x".utf8))
    let rule = AlbumFetch(identifier: "x", query: ListQuery(request.parameters))
      .rule("Family/Birthday")
    #expect(rule.hasPrefix("return pipeline {\n  source { album = \"Family/Birthday\" },\n"))
    #expect(rule.contains("isFavorite = true"))
    #expect(rule.contains(#"{ keywords = like(ignoringCase("*sea*")) }"#))
    #expect(rule.hasSuffix("sortedBy = \"-creationDate\",\n  },\n}\n"))
  }
}
