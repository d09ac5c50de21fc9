/// The rules that any report has to keep; checked before a smoke run.
enum ReportCheck {
  static func run() throws(BenchmarkError) {
    try scales()
    try markup()
    try document()
    try arguments()
    try page()
  }

  private static func expect(_ isRight: Bool, _ what: String) throws(BenchmarkError) {
    guard isRight else { throw BenchmarkError("the report is wrong: \(what)") }
  }

  private static func scales() throws(BenchmarkError) {
    let powers = Scale(decadesAround: [20_000, 900_000], from: 70, to: 370)
    try expect(powers.values == 10_000...1_000_000, "the powers of ten around values")
    try expect(powers.ticks == [10_000, 100_000, 1_000_000], "a tick for each power of ten")
    try expect(abs(powers.place(of: 100_000) - 220) < 0.001, "the middle of two powers of ten")
    let single = Scale(decadesAround: [10], from: 0, to: 1)
    try expect(single.values == 10...100, "a scale of one value")
    let line = Scale(zeroTo: 80, from: 250, to: 50)
    try expect(line.place(of: 60) == 100 && line.place(of: 0) == 250, "an axis that points up")
    try expect(line.ticks == [0, 20, 40, 60, 80], "quarters")
    try expect(Figure.seconds(0.000_012_3) == "12.3 µs", "microseconds")
  }

  private static func markup() throws(BenchmarkError) {
    try expect(
      Markup.escaped("<a href=\"x\">'&'") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;",
      "characters that HTML reads")
    try expect(
      Markup.element("td", with: ["class": "\"x"], "a<b") == "<td class=\"&quot;x\">a&lt;b</td>",
      "an element")
    try expect(Page.bars(ours: 0, peer: 0).isEmpty, "bars of nothing")
    try expect(Page.bars(ours: -1, peer: 2).isEmpty, "bars of less than nothing")
    try expect(
      Page.bars(ours: 1, peer: 4).contains("width=\"50\""), "a bar of a quarter of the other")
    try expect(Neighbours.share(busy: 15, own: 10, of: 20) == 0.25, "what others took")
    try expect(
      Neighbours.busySeconds(in: "cpu  1 2 3 400 50 6 7 1 0 0\ncpu0", ticksPerSecond: 100) == 0.2,
      "busy seconds")
    try expect(Settings.version(in: "jq-1.6\n") == "1.6", "a version behind a name")
    try expect(Settings.version(in: "a. version 2.9.0 of") == "2.9.0", "a version in a sentence")
  }

  private static func document() throws(BenchmarkError) {
    let marks = Layout.allCases.flatMap { [$0.marks.opening, $0.marks.closing] }
    var text = (["# Title"] + marks + [""]).joined(separator: "\n")
    let first = [Row(name: "a", ours: "1 s"), Row(name: "b", ours: "2 s")]
    let second = [Row(name: "b", ours: "3 s"), Row(name: "c", ours: "4 s")]
    let both = [first[0]] + second
    for layout in Layout.allCases {
      let closing = "\n\n\(layout.marks.closing)\n"
      text = Document.text(text, with: first, in: layout, on: "Monday") ?? ""
      try expect(
        text.contains("\n\nMonday\n\n\(Table(first, in: layout))\(closing)"), "rows in a document")
      text = Document.text(text, with: second, in: layout, on: nil) ?? ""
      try expect(
        text.contains("\n\nMonday\n\n\(Table(both, in: layout))\(closing)"),
        "some rows of a document replaced")
      try expect(
        Document.text("# Title", with: first, in: layout, on: nil) == nil,
        "a document without marks")
    }
  }

  private static func arguments() throws(BenchmarkError) {
    let known = ["start", "facts"]
    let words = ["p", "s", "r", "--html", "x.html", "facts"]
    let given = try Arguments(words, known: known)
    try expect(
      given.page == "x.html" && given.names == ["facts"] && !given.settings.isSmoke,
      "options and names")
    for wrong in [["p"], ["p", "s", "r", "fact"], ["p", "s", "r", "--html"]] {
      let isTaken = (try? Arguments(wrong, known: known)) != nil
      try expect(!isTaken, "\(wrong) is taken")
    }
  }

  private static func page() throws(BenchmarkError) {
    let row = Row(name: "<b>&", ours: "1 s", verdict: Verdict.missed, amounts: (2, 1))
    let table = Page.table(of: Section(name: "\"names\"", about: "", layout: .figures, rows: [row]))
      .joined()
    try expect(table.contains("&lt;b&gt;&amp;<svg"), "a name in a table")
    try expect(!table.contains("<b>"), "a tag of a name")
    try expect(table.contains("<td class=\"missed\">MISSED</td>"), "a bar that was missed")
    try expect(
      Page.counts(of: [row]) == "0 bars reached, 1 missed, 0 skipped.", "what was reached")
  }
}
