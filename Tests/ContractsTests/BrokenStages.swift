import Pipeline

/// Lets others through with several workers.
struct WorkerBoundFilter: TransformStage {
  static let description = StageDescription(
    name: "bound", role: .filter, summary: "lets every third asset through")

  init(_ arguments: inout StageArguments) {}

  func steps(leadingIsAnswered: Bool) -> [any Step] { [WorkerBoundStep()] }
}

private struct WorkerBoundStep: Step {
  var name: String { "bound" }
  var ordering: StepOrdering { .any }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    WorkerBoundInstance(passing: worker.width > 1 ? 1 : 2)
  }
}

private final class WorkerBoundInstance: StepInstance {
  private let passing: Int
  private var count = 0

  init(passing: Int) {
    self.passing = passing
  }

  func process(_ batch: inout Batch) {
    batch.keep { _ in
      count += 1
      return count % 3 == passing
    }
  }
}

/// Reads more than it says, and gives a text for a number.
struct DeepClassifier: AssetStage {
  static let description = StageDescription(
    name: "deep", role: .classify, summary: "adds a value of the wrong type",
    adds: [.number("layer", "how deep it reads")])

  init(_ arguments: inout StageArguments) {}

  func process(_ asset: inout AssetUnderWork) {
    if asset.integer(.pixelWidth) != nil { asset["layer"] = "header" }
  }
}

/// Describes options that it does not have, and a field that it never gives.
struct ForgetfulFilter: AssetStage {
  static let description = StageDescription(
    name: "forget", role: .filter, summary: "Drops small pictures.",
    options: [
      OptionDescription("width", .integer, "how wide a picture is", standard: "2"),
      OptionDescription("unused", .text, "nothing"),
      OptionDescription("loose", .integer, "a number", standard: "several"),
    ],
    adds: [.text("note", "a note")], example: "forget { width = 1, hight = 2 }")
  static let reads: [Field] = [.pixelWidth]

  private let width: Int

  init(_ arguments: inout StageArguments) {
    width = arguments.integer("width") ?? 3000
    _ = arguments.integer("loose") as Int?
  }

  func process(_ asset: inout AssetUnderWork) {
    if asset.integer(.pixelWidth) ?? 0 < width { asset.drop() }
  }
}

/// Drops assets, with a default that is not the documented one.
struct WrongDefaultFilter: AssetStage {
  static let description = StageDescription(
    name: "wide", role: .filter, summary: "drops narrow pictures",
    options: [OptionDescription("width", .integer, "the least width", standard: "2")],
    example: "wide { width = 1 }")
  static let reads: [Field] = [.pixelWidth]

  private let width: Int

  init(_ arguments: inout StageArguments) {
    width = arguments.integer("width") ?? 3000
  }

  func process(_ asset: inout AssetUnderWork) {
    if asset.integer(.pixelWidth) ?? 0 < width { asset.drop() }
  }
}
