/// One of the tables that rows are shown in.
enum Layout: CaseIterable {
  /// shotflow beside other programs.
  case figures
  /// The smallest programs that do the same work, beside the same programs and shotflow.
  case floors

  var titles: [String] {
    switch self {
    case .figures:
      ["measured", "shotflow", "peer", "ratio", "CPU ratio", "bar", "peak memory", ""]
    case .floors:
      [
        "row", "peer", "smaller program", "shotflow", "smaller to peer", "bar",
        "shotflow to smaller", "",
      ]
    }
  }

  /// The lines of a document that its table is between.
  var marks: (opening: String, closing: String) {
    switch self {
    case .figures: ("<!-- figures of script/bench --docs -->", "<!-- end of figures -->")
    case .floors: ("<!-- floors of script/bench --docs -->", "<!-- end of floors -->")
    }
  }
}
