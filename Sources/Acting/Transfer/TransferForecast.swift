/// What a dry run would have done so far, so that it names the same targets as the run itself.
///
/// Empty in a run that does what it says. Confined to one lane.
final class TransferForecast {
  enum Content {
    case nothing
    /// What a file would be made of, as long as that can be opened, and how.
    case file(OpenFile?, Deed.Kind)
  }

  private var kinds: [[UInt8]: (source: [UInt8], kind: Deed.Kind)?] = [:]

  /// Nil for a path that nothing would have been done to.
  func content(of path: [UInt8]) -> Content? {
    guard let known = kinds[path] else { return nil }
    guard let known else { return .nothing }
    return .file(try? FilePoint(at: known.source).open(), known.kind)
  }

  func note(_ plan: TransferPlan) {
    for part in plan.missing {
      let from = part.file.from.path
      let source = kinds[from].flatMap { $0?.source } ?? from
      if part.kind == .move { kinds[from] = .some(nil) }
      kinds[part.path] = (source, part.kind)
    }
  }
}
