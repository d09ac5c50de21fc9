/// Time on the left, with logarithmic axes, and peak memory on the right, for each size of a work.
struct GrowthPlot {
  let curves: [Curve]

  private static let width = 760.0
  private static let height = 320.0
  private static let top = 40.0
  private static let bottom = 250.0
  /// The allowed memory, in megabytes, and the end of its axis.
  private static let limit = 60.0
  private static let mostMegabytes = 80.0

  /// A whole document, which also stands in a page.
  var svg: String {
    ([
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Markup.number(Self.width)) "
        + "\(Markup.number(Self.height))\" role=\"img\" aria-labelledby=\"growth-title growth-text\">",
      Markup.element("title", with: ["id": "growth-title"], "Time and memory from small to large"),
      Markup.element("desc", with: ["id": "growth-text"], description),
      "<style>\(Self.style)</style>",
      Markup.shape("rect", ["class": "ground", "width": "100%", "height": "100%"]),
    ] + time + memory + legend + ["</svg>", ""]).joined(separator: "\n")
  }

  /// All values, for readers who don't see the plot.
  private var description: String {
    curves.map { curve in
      let points = curve.points.map {
        "\(Self.count($0.count)) in \(Figure.seconds($0.seconds)) with \(Figure.megabytes($0.peak))"
      }
      return "\(curve.name): \(points.joined(separator: ", "))."
    }.joined(separator: " ")
  }

  private var time: [String] {
    let points = curves.flatMap(\.points)
    let x = Scale(decadesAround: points.map { Double($0.count) }, from: 70, to: 360)
    let y = Scale(decadesAround: points.map(\.seconds), from: Self.bottom, to: Self.top)
    return axes(x, y, title: "time") { Figure.seconds($0) }
      + lines(x, y) { $0.seconds }
  }

  private var memory: [String] {
    let points = curves.flatMap(\.points)
    let x = Scale(decadesAround: points.map { Double($0.count) }, from: 440, to: 710)
    let most = points.map { Double($0.peak) / 1e6 }.max() ?? 0
    let y = Scale(zeroTo: max(Self.mostMegabytes, most), from: Self.bottom, to: Self.top)
    let place = Markup.number(y.place(of: Self.limit))
    return axes(x, y, title: "peak memory") { "\(Figure.significant($0)) MB" }
      + [
        Markup.shape(
          "line", ["class": "limit", "x1": "440", "x2": "710", "y1": place, "y2": place])
      ] + lines(x, y) { Double($0.peak) / 1e6 }
  }

  private func axes(
    _ x: Scale, _ y: Scale, title: String, label: (Double) -> String
  ) -> [String] {
    var parts = [
      Markup.element(
        "text",
        with: ["x": Markup.number(x.start), "y": Markup.number(Self.top - 16), "class": "head"],
        title)
    ]
    for tick in y.ticks {
      let place = Markup.number(y.place(of: tick))
      parts.append(
        Markup.shape(
          "line",
          [
            "class": "grid", "x1": Markup.number(x.start), "x2": Markup.number(x.end), "y1": place,
            "y2": place,
          ]))
      parts.append(
        Markup.element(
          "text",
          with: [
            "x": Markup.number(x.start - 8), "y": Markup.number(y.place(of: tick) + 4),
            "text-anchor": "end",
          ], label(tick)))
    }
    for tick in x.ticks {
      let place = Markup.number(x.place(of: tick))
      parts.append(
        Markup.shape(
          "line",
          [
            "class": "grid", "x1": place, "x2": place, "y1": Markup.number(Self.top),
            "y2": Markup.number(Self.bottom),
          ]))
      parts.append(
        Markup.element(
          "text",
          with: ["x": place, "y": Markup.number(Self.bottom + 20), "text-anchor": "middle"],
          Self.count(Int(tick))))
    }
    return parts
  }

  /// Curves differ by their marks as well as by their colours.
  private func lines(_ x: Scale, _ y: Scale, _ value: (Curve.Point) -> Double) -> [String] {
    curves.enumerated().flatMap { index, curve in
      let places = curve.points.map { point in
        (x: x.place(of: Double(point.count)), y: y.place(of: value(point)))
      }
      let path = places.map { "\(Markup.number($0.x)),\(Markup.number($0.y))" }
      return [
        Markup.shape(
          "polyline", ["class": "curve c\(index % 2)", "points": path.joined(separator: " ")])
      ] + places.map { mark(index, $0.x, $0.y) }
    }
  }

  private func mark(_ index: Int, _ x: Double, _ y: Double) -> String {
    index.isMultiple(of: 2)
      ? Markup.shape(
        "circle",
        ["class": "mark c\(index % 2)", "cx": Markup.number(x), "cy": Markup.number(y), "r": "4"])
      : Markup.shape(
        "rect",
        [
          "class": "mark c\(index % 2)", "x": Markup.number(x - 4), "y": Markup.number(y - 4),
          "width": "8", "height": "8",
        ])
  }

  private var legend: [String] {
    curves.enumerated().flatMap { index, curve in
      let x = 76 + Double(index) * 190
      return [
        mark(index, x, Self.height - 24),
        Markup.element(
          "text", with: ["x": Markup.number(x + 12), "y": Markup.number(Self.height - 20)],
          curve.name),
      ]
    } + [
      Markup.shape("line", ["class": "limit", "x1": "440", "x2": "466", "y1": "296", "y2": "296"]),
      Markup.element("text", with: ["x": "474", "y": "300"], "what memory may reach, 60 MB"),
    ]
  }

  /// `1,000,000`.
  private static func count(_ number: Int) -> String {
    var text = ""
    for (place, digit) in "\(number)".reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  private static let style = """
    text{font:12px system-ui,sans-serif;fill:#333}.head{font-weight:600}.ground{fill:#fff}
    .grid{stroke:#ddd}.limit{stroke:#b3261e;stroke-dasharray:5 4}
    .curve{fill:none;stroke-width:2}.curve.c0{stroke:#0b57d0}.curve.c1{stroke:#8a5000}
    .mark.c0{fill:#0b57d0}.mark.c1{fill:#8a5000}
    @media (prefers-color-scheme:dark){text{fill:#ddd}.ground{fill:#16181c}.grid{stroke:#3a3d44}
    .limit{stroke:#ff8a80}.curve.c0{stroke:#8ab4f8}.curve.c1{stroke:#fbbc65}
    .mark.c0{fill:#8ab4f8}.mark.c1{fill:#fbbc65}}
    """
}
