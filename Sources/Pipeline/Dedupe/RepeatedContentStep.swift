/// Lets all but the first asset of each content through, in source order, as they come.
struct RepeatedContentStep: Step {
  let mark: DuplicateMark

  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "shows the duplicates of the first of each content" }

  func makeWorker(in lane: Lane) -> any Worker { RepeatedContentWorker(mark) }

  private final class RepeatedContentWorker: Worker {
    private let mark: DuplicateMark
    /// The first of each content, by name alone, so that nothing of it stays in memory.
    private var originals: [Int: OriginalName] = [:]

    init(_ mark: DuplicateMark) {
      self.mark = mark
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let content = asset.findings?[ContentClass.self] else { return false }
        guard let original = originals[content.number] else {
          originals[content.number] = OriginalName(of: asset)
          return false
        }
        mark.mark(asset, as: original)
        return true
      }
    }
  }
}
