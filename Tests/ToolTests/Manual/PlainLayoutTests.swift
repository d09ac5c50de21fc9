import Testing

@testable import Terminal

/// Blocks of text on terminals of any width.
@Suite struct PlainLayoutTests {
  private static let text = """
    It takes a rule, which is a name or the path of a file that returns a pipeline of stages.

      shotflow run recent --library ~/Pictures
      shotflow rules

    The rest follows.
    """

  @Test func paragraphsAndExamplesAreDistinguished() {
    #expect(
      TextBlock.blocks(of: "a\nb\n  c\n    d\ne\n\n\n  f") == [
        .paragraph("a b"), .example(["c", "  d"]), .paragraph("e"), .example(["f"]),
      ])
  }

  @Test(arguments: [20, 40, 80])
  func onlyExamplesAreLongerThanTheLine(width: Int) {
    let blocks = TextBlock.blocks(of: Self.text)
    let lines = PlainLayout(width: width).text(blocks).split(
      separator: "\n", omittingEmptySubsequences: false)
    for line in lines where !line.hasPrefix("  ") { #expect(line.count <= width, "\(line)") }
    #expect(lines.contains("  shotflow run recent --library ~/Pictures"))
    #expect(lines.joined(separator: " ").contains("pipeline of stages."))
    #expect(lines.contains("The rest follows."))
  }

  @Test func meaningsStandBelowEachOther() {
    let terms: [TextBlock] = [
      .terms([
        .init("a", "one two three four five six seven"), .init("long", "eight"),
        .init("much-too-long-for-the-column", "nine"),
      ])
    ]
    #expect(
      PlainLayout(width: 30) { "<\($0)>" }.text(terms) == """
          <a>     one two three four
                five six seven
          <long>  eight
          <much-too-long-for-the-column>
                nine

        """)
  }
}
