/// Finds out what each picture looks like; drops nothing.
///
/// Videos and all else that is no picture pass by, and so does a picture that can't be decoded, with
/// its failure in the report.
struct LookStep: Step {
  let likeness: Likeness

  /// Enough for 32 pixels on the shorter side of most pictures.
  private static let side: Int32 = 128

  var name: String { "look" }
  /// One worker keeps all decoders busy.
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat, .header] }
  var detail: String { likeness.hashes.map(\.rawValue).joined(separator: " and ") + " of pictures" }

  func makeWorker(in lane: Lane) -> any Worker { LookWorker(in: lane.context) }

  private final class LookWorker: Worker {
    private let gauge: PictureGauge
    let pieceSize: Int?

    init(in context: RunContext) {
      pieceSize = context.gaugedPictures
      gauge = PictureGauge(.look, side: LookStep.side, in: context) { pixels in
        let picture = GreyPicture(pixels)
        return picture.isPlain ? Look.plainBytes : Look(picture).bytes
      }
    }

    func process(_ batch: inout Batch) throws {
      let pictures = batch.survivors.filter { $0.string(of: .mediaType) == "image" }
      var failures: [AssetFailure] = []
      try gauge.run(pictures.filter { $0.failure == nil }) { index, result in
        switch result {
        case .success(let bytes):
          pictures[index].findingsForWriting()[Look.self] = Look(bytes: bytes)
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
