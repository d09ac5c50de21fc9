internal import Engine
internal import Pictures

/// Finds damage inside pictures, which the start and the end of a file don't show.
struct PictureVerification: TransformStage {
  static let description = StageDescription(
    name: "verify", role: .classify,
    summary: "decodes each picture, in the jail, and gives a damaged one its damage",
    example: "verify {}")

  init(_ arguments: inout StageArguments) {}

  var traits: StageTraits { .perAsset }

  func steps(leadingIsAnswered: Bool) -> [any Step] { [VerificationStep()] }
}

/// Decodes each picture whose file looks whole; drops nothing. A picture that no decoder is for is
/// passed on, and its failure is reported.
private struct VerificationStep: Step {
  var name: String { PictureVerification.description.name }
  /// One worker thread keeps all decoders busy.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat, .header, .end] }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    VerificationInstance(in: worker.context)
  }
}

private final class VerificationInstance: StepInstance {
  private let check: DecodingCheck
  let pieceSize: Int?

  init(in context: RunContext) {
    pieceSize = context.gaugedPictures
    check = DecodingCheck(in: context)
  }

  func process(_ batch: inout Batch) throws {
    let pictures = batch.survivors.filter {
      $0.failure == nil && $0.string(of: .mediaType) == "image" && $0.originalState == .whole
    }
    var failures: [AssetFailure] = []
    try check.run(pictures, for: PictureVerification.description.name) { index, result in
      switch result {
      case .success(let isDamaged):
        guard isDamaged else { return }
        let findings = pictures[index].findingsForWriting()
        findings.originalState = .damaged(.undecodable)
        findings.writesDamage = true
      case .failure(let failure): failures.append(failure)
      }
    }
    batch.keep { _ in true }
    batch.note(failures)
  }
}
