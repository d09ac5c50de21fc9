import Testing

/// What SECURITY.md promises is shown by tests that are there.
struct SecurityTests {
  @Test func everyTestThatIsNamedIsThere() throws {
    let text = try Checkout.text(of: "SECURITY.md")
    // `Tests/LuaBridgeTests/SandboxTests.swift: nothingShowsAnAddress, finalizersNeverRun`
    let references = text.matches(of: /`(Tests\/[^`:\s]+\.swift)(?::\s+([^`]+))?`/)
    #expect(references.count > 10)
    for reference in references {
      let path = String(reference.1)
      let source = try Checkout.text(of: path)
      for name in (reference.2 ?? "").split(separator: ",") {
        let name = name.filter { !$0.isWhitespace }
        #expect(source.contains("func \(name)("), "\(path) has no test \(name)")
      }
    }
  }
}
