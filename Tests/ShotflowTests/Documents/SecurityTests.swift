import ProgramSupport
import TestSupport
import Testing

/// The promises of SECURITY.md, each shown by a test that exists.
struct SecurityTests {
  private static let page = "docs/internals/promises.md"

  @Test func everyTestThatIsNamedIsThere() throws {
    let references = try Self.references(in: Checkout.text(of: Self.page))
    #expect(references.count > 100)
    for (path, name) in references {
      let source = try Checkout.text(of: path)
      // In Swift an attribute, and no other function between it and this one.
      let test =
        try path.hasSuffix(".py")
        ? Regex("\\ndef \(name)\\(")
        : Regex("@Test(?:(?!\\bfunc\\b)[\\s\\S])*func \(name)\\(")
      #expect(source.contains(test), "\(path) has no test \(name)")
    }
  }

  @Test func everyPromiseNamesItsTests() throws {
    let lines = try Checkout.text(of: Self.page).split(separator: "\n").map(String.init)
    let promises = lines.filter { $0.hasPrefix("- ") }
    #expect(promises.count > 150)
    for promise in promises {
      #expect(try !Self.references(in: promise).isEmpty, "\(promise)")
    }
  }

  /// A reader gets through the page in minutes.
  @Test func thePageIsShort() throws {
    #expect(try Checkout.text(of: "SECURITY.md").utf8.count <= 15_000)
  }

  /// The tests that a text names, each by its file and its function.
  ///
  /// `Tests/LuaBridgeTests/SandboxTests.swift: nothingShowsAnAddress, finalizersNeverRun`
  private static func references(in text: String) throws -> [(path: String, name: String)] {
    try text.matches(of: /`((?:Tests|Integrations)\/[^`]*)`/).flatMap { quoted in
      let whole = try #require(
        quoted.1.wholeMatch(of: /([^\s:]+\.(?:swift|py)):\s+(\w+(?:,\s+\w+)*)/),
        "\(quoted.1) is no file with its tests")
      return whole.2.split(separator: ",").map { name in
        (String(whole.1), name.filter { !$0.isWhitespace })
      }
    }
  }
}
