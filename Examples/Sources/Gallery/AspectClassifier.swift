import Foundation
import Pipeline

/// Adds the ratio of width to height.
///
///     aspect { round = 2 }
public struct AspectClassifier: AssetStage {
  public static let description = StageDescription(
    name: "aspect", role: .classify, summary: "adds the ratio of width to height",
    options: [.integer("round", "digits behind the point", default: 3)],
    adds: [.number("aspect", "width divided by height")],
    example: "aspect { round = 2 }")
  public static let reads: [Field] = [.pixelWidth, .pixelHeight]

  private let scale: Double

  public init(_ arguments: inout StageArguments) {
    let digits: Int = arguments.integer("round")
    if digits > 15 { arguments.note("a number has no more than 15 digits", token: "round") }
    scale = pow(10, Double(min(digits, 15)))
  }

  public func process(_ asset: inout AssetUnderWork) {
    guard let width = asset.number(.pixelWidth), let height = asset.number(.pixelHeight), height > 0
    else { return }
    asset["aspect"] = (width / height * scale).rounded() / scale
  }
}
