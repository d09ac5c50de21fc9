/// Determines the perceptual hashes of each picture; drops nothing. Other assets skip the step. A
/// picture that can't be decoded is passed on, and its failure is reported.
struct PerceptualHashStep: Step {
  let likeness: HashThreshold

  /// The longer side of the decoded picture, in pixels; the shorter side of most has 32 or more.
  private static let side: Int32 = 128

  var name: String { "look" }
  /// One worker thread keeps all decoders busy.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat, .header] }
  var detail: String { likeness.hashes.map(\.rawValue).joined(separator: " and ") + " of pictures" }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    PerceptualHashInstance(in: worker.context)
  }

  private final class PerceptualHashInstance: StepInstance {
    private let gauge: PictureMeasurer
    let pieceSize: Int?

    init(in context: RunContext) {
      pieceSize = context.gaugedPictures
      gauge = PictureMeasurer(.look, side: PerceptualHashStep.side, in: context) { pixels in
        let picture = GreyPicture(pixels)
        return picture.isPlain ? PerceptualHash.plainBytes : PerceptualHash(picture).bytes
      }
    }

    func process(_ batch: inout Batch) throws {
      let pictures = batch.survivors.filter { $0.string(of: .mediaType) == "image" }
      var failures: [AssetFailure] = []
      try gauge.run(pictures.filter { $0.failure == nil }) { index, result in
        switch result {
        case .success(let bytes):
          pictures[index].findingsForWriting()[PerceptualHash.self] = PerceptualHash(bytes: bytes)
        case .failure(let failure):
          failures.append(
            AssetFailure(
              asset: pictures[index].displayName, stage: SimilarPictures.description.name,
              reason: failure.reason))
        }
      }
      batch.keep { _ in true }
      batch.note(failures)
    }
  }
}
