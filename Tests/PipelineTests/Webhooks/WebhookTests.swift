import AssetSupport
import Engine
import PipelineSupport
import Testing

@Suite struct WebhookTests {
  private static let url: ArgumentValue = "https://example.org/hook"

  private func scenario(_ options: ArgumentValue) -> Scenario {
    Scenario([StageCall("source"), StageCall("webhook", options)])
  }

  private func plan(_ options: ArgumentValue) throws -> PipelinePlan {
    try scenario(options).plan()
  }

  private func problems(_ options: ArgumentValue) -> [String] { scenario(options).problems }

  @Test func itNeedsTheNetworkForItsHost() throws {
    let plan = try plan(["url": "https://Example.org:8443/hook?key=1"])
    #expect(plan.needs.map(\.capability) == [.network])
    #expect(plan.needs.map(\.action) == ["send records to https://example.org:8443"])
    #expect(plan.programs.isEmpty)
    #expect(plan.additions.flatMap(\.fields).map(\.name) == ["webhook"])
  }

  @Test func secretsThatItReadsArePartOfWhatIsAskedFor() throws {
    let plan = try plan([
      "url": Self.url,
      "headers": ["Authorization": "Bearer {env:TOKEN}", "X-Key": "{file:/home/ann/key}"],
    ])
    #expect(
      plan.needs.map(\.action) == [
        "send records to https://example.org, with the secret of the variable TOKEN and the file"
          + " /home/ann/key"
      ])
    #expect(plan.steps.map(\.detail) == ["records to https://example.org, 4 retries"])
  }

  @Test(arguments: [
    ("http://example.org/", "is not encrypted; use https://, or http:// for this computer alone"),
    (
      "http://127.0.0.1.example.org/",
      "is not encrypted; use https://, or http:// for this computer alone"
    ),
    ("http://127.1/", "is not encrypted; use https://, or http:// for this computer alone"),
    ("file:///etc/passwd", "does not begin with https://"),
    ("ftp://example.org", "does not begin with https://"),
    ("example.org", "does not begin with https://"),
    ("https://", "names no host"),
    ("https://:80/", "names no host"),
    ("https://example.org:0/", "names no host"),
    ("https://example.org:99999/", "names no host"),
    (
      "https://a:b@example.org/", "has a password; use headers = { Authorization = \"{env:NAME}\" }"
    ),
    (
      "https://example.org/a b",
      "has characters that an address writes with %, such as %20 for a space"
    ),
    (
      "https://example.org/\"",
      "has characters that an address writes with %, such as %20 for a space"
    ),
    (
      "https://example.org/\nurl",
      "has characters that an address writes with %, such as %20 for a space"
    ),
    (
      "https://example.org/é",
      "has characters that an address writes with %, such as %20 for a space"
    ),
  ])
  func anAddressIsOneOfHTTPS(url: String, reason: String) {
    #expect(problems(["url": .text(url)]) == ["the url \"\(url)\" \(reason)"])
  }

  @Test(arguments: [
    "https://example.org", "HTTPS://example.org/x?y=z", "http://localhost:8080/", "http://[::1]:1/",
    "http://127.0.0.1/hook", "https://[2001:db8::1]/",
  ])
  func addressesOfHTTPSAndOfThisComputerAreTaken(url: String) {
    #expect(problems(["url": .text(url)]) == [])
  }

  @Test(arguments: [
    ("X Y", "a", "is no name of a header"), ("X\r\nY", "a", "is no name of a header"),
    ("Host", "a", "is a header that shotflow writes"),
    ("idempotency-key", "a", "is a header that shotflow writes"),
    ("X", "a\r\nY: b", "has a value with line ends or other characters than those of ASCII"),
    ("X", "{env:A", "has a \"{\" that is not closed"),
    (
      "X", "{filename}",
      "takes {env:NAME} for a variable and {file:/PATH} for the first line of a file"
    ),
    (
      "X", "{file:token}",
      "takes {env:NAME} for a variable and {file:/PATH} for the first line of a file"
    ),
    (
      "X", "{env:}", "takes {env:NAME} for a variable and {file:/PATH} for the first line of a file"
    ),
  ])
  func aHeaderIsOneLine(name: String, text: String, reason: String) {
    #expect(
      problems(["url": Self.url, "headers": .table([ArgumentMember(name, .text(text))])])
        == ["the header \"\(name)\" \(reason)"])
  }

  @Test func wrongOptionsAreReported() {
    #expect(
      problems([:]) == [
        "webhook names a url, such as webhook { url = \"https://example.org/hook\" }"
      ])
    #expect(
      problems(["url": Self.url, "json": ["text": "{nope}"]]).first?
        .hasPrefix("in json.text, there is no field called \"nope\"") == true)
    #expect(problems(["url": Self.url, "retries": 21]) == ["retries is from 0 to 20, not 21"])
    #expect(
      problems(["url": Self.url, "method": "GET"]) == [
        "method takes \"POST\", \"PUT\" or \"PATCH\", not \"GET\""
      ])
  }
}
