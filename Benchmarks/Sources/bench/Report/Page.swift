/// All figures of a run on one page that needs nothing else.
struct Page {
  let sections: [Section]
  let occasion: Occasion

  var html: String {
    let rows = sections.flatMap(\.rows)
    let curves = rows.compactMap(\.curve)
    let plot = curves.isEmpty ? [] : ["<figure>", GrowthPlot(curves: curves).svg, "</figure>"]
    let head = [
      "<!doctype html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width\">",
      "<meta name=\"color-scheme\" content=\"light dark\">",
      Markup.element("title", "shotflow beside other programs, \(occasion.day)"),
      "<style>\(Self.style)</style>", "</head>", "<body>", "<main>",
      Markup.element("h1", "shotflow beside other programs"),
      Markup.element("p", Self.counts(of: rows)),
    ]
    let parts = sections.flatMap { section in
      [Markup.element("h2", section.name)] + Self.table(of: section)
        + (section.rows.contains { $0.curve != nil } ? plot : [])
    }
    return (head + parts + about + ["</main>", "</body>", "</html>", ""]).joined(separator: "\n")
  }

  static func counts(of rows: [Row]) -> String {
    func count(_ state: Row.State) -> Int { rows.count { $0.state == state } }
    return "\(count(.reached)) bars reached, \(count(.missed)) missed, \(count(.skipped)) skipped."
  }

  static func table(of section: Section) -> [String] {
    let titles = section.layout.titles.map { $0.isEmpty ? "result" : $0 }
    return [
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"\(Markup.escaped(section.name))\">",
      "<table>", Markup.element("caption", section.about), "<thead><tr>",
    ] + titles.map { Markup.element("th", with: ["scope": "col"], $0) } + [
      "</tr></thead>", "<tbody>",
    ]
      + section.rows.flatMap { line(of: $0, in: section.layout) } + [
        "</tbody>", "</table>", "</div>",
      ]
  }

  private static func line(of row: Row, in layout: Layout) -> [String] {
    var cells = row.cells(in: layout).dropFirst().map { Markup.element("td", $0) }
    cells[cells.count - 1] = Markup.element("td", with: ["class": row.state.rawValue], row.verdict)
    let bars = row.amounts.map { Self.bars(ours: $0.ours, peer: $0.peer) } ?? ""
    return [
      "<tr>", "<th scope=\"row\">\(Markup.escaped(row.name))\(bars)</th>",
    ] + cells + ["</tr>"]
  }

  /// Ours above the peer's; the longer one is as long as there is room. The cells have the figures.
  static func bars(ours: Double, peer: Double) -> String {
    let most = max(ours, peer)
    guard most > 0, most.isFinite, min(ours, peer) >= 0 else { return "" }
    let lengths = [("ours", ours), ("peer", peer)].enumerated().map { place, bar in
      Markup.shape(
        "rect",
        [
          "class": bar.0, "y": "\(place * 6)", "width": Markup.number(max(1, 200 * bar.1 / most)),
          "height": "5",
        ])
    }
    return
      "<svg class=\"bars\" viewBox=\"0 0 200 11\" aria-hidden=\"true\">\(lengths.joined())</svg>"
  }

  private var about: [String] {
    let peers = occasion.peers.map { Markup.element("li", "\($0.name) \($0.version)") }
    let missing = occasion.missing.map { Markup.element("li", $0) }
    return [
      Markup.element("h2", "Where and how"),
      Markup.element(
        "p", "\(occasion.day), \(occasion.machine), \(occasion.circumstances)."),
      Markup.element(
        "p",
        """
        \(occasion.shotflow). Each side ran several times in alternating order; times are medians, \
        ratios medians of single rounds. The upper bar of a row is shotflow, the lower one the peer.
        """), "<ul>",
    ] + peers + missing + ["</ul>"]
  }

  private static let style = """
    :root{--text:#1c1e21;--ground:#fff;--line:#d5d8dc;--ours:#0b57d0;--peer:#8d9299;
    --good:#146c2e;--bad:#b3261e}
    @media (prefers-color-scheme:dark){:root{--text:#e3e5e8;--ground:#16181c;--line:#3a3d44;
    --ours:#8ab4f8;--peer:#7d828a;--good:#7fd99a;--bad:#ff8a80}}
    body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}
    main{max-width:76rem;margin:0 auto;padding:1rem}h2{margin-top:2.5rem}
    .wide{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem;width:100%}
    caption{text-align:left;padding:.25rem 0}
    th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line)}
    th[scope=row]{font-weight:400;min-width:14rem}.bars{display:block;width:200px;height:11px}
    .ours{fill:var(--ours)}.peer{fill:var(--peer)}
    .reached{color:var(--good)}.missed{color:var(--bad);font-weight:600}
    figure{margin:1rem 0}figure svg{width:100%;max-width:760px;height:auto}
    """
}
