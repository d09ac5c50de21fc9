import ProgramSupport
import TestSupport
import Testing

/// The promises of SECURITY.md, each shown by a test that exists.
struct SecurityTests {
  @Test(arguments: ["SECURITY.md", "docs/photokit.md"])
  func everyTestThatIsNamedIsThere(path: String) throws {
    let text = try Checkout.text(of: path)
    let references = try Self.references(in: text)
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

  @Test func everyNotionOfPhotoKitNamesItsTests() throws {
    let lines = try Checkout.text(of: "docs/photokit.md").split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("| ---") }
    let notions = rows.filter { !$0.hasSuffix("| shown by |") }
    #expect(notions.count > 50)
    for notion in notions {
      let cells = notion.split(separator: "|", omittingEmptySubsequences: false)
      #expect(cells.count == 6, "\(notion)")
      #expect(try !Self.references(in: String(cells[4])).isEmpty, "\(notion)")
    }
  }

  @Test func everyPromiseNamesItsTests() throws {
    let lines = try Checkout.text(of: "SECURITY.md").split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.hasPrefix("|") }
    let heads = rows.filter { $0 == "| promise | shown by | figures |" }
    #expect(heads.count == lines.count { $0 == "### Promised" })
    #expect(rows.count { $0 == "| --- | --- | --- |" } == heads.count)
    let promises = rows.filter { !heads.contains($0) && !$0.hasPrefix("| ---") }
    #expect(promises.count > 50)
    for promise in promises {
      let cells = promise.split(separator: "|", omittingEmptySubsequences: false)
      #expect(cells.count == 5, "\(promise)")
      #expect(try !Self.references(in: String(cells[2])).isEmpty, "\(promise)")
    }
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
