import Pipeline

/// Adds the ratio of width to height.
struct AspectClassifier: AssetStage {
  static let description = StageDescription(
    name: "aspect", role: .classify, summary: "adds the ratio of width to height",
    adds: [.number("aspect", "width divided by height")])

  static var reads: [Field] { [.pixelWidth, .pixelHeight] }

  init(_ arguments: inout StageArguments) {}

  func process(_ asset: inout AssetUnderWork) {
    guard let width = asset.integer(.pixelWidth), let height = asset.integer(.pixelHeight),
      height > 0
    else { return }
    asset["aspect"] = .number(Double(width) / Double(height))
  }
}
