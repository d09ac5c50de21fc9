/// Fails an asset whose file is incomplete, such as one that is still being written.
package struct CompleteOriginalStep: Step {
  /// True to accept a smaller picture that the library has instead of the original.
  var acceptsDerivative = false
  /// The version that is shown, which may be another file than the original; nil for other data.
  var version: PictureVersion?

  package var name: String { "whole" }
  package var ordering: StepOrdering { .any }
  package var facets: FacetSet { .stat }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    WholeOriginalInstance(acceptsDerivative, version)
  }

  private final class WholeOriginalInstance: StepInstance {
    private let acceptsDerivative: Bool
    private let version: PictureVersion?

    init(_ acceptsDerivative: Bool, _ version: PictureVersion?) {
      self.acceptsDerivative = acceptsDerivative
      self.version = version
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        if let reason = CompleteOriginalStep.objection(
          to: asset, orElse: version, acceptsDerivative: acceptsDerivative)
        {
          asset.fail(stage: "load", reason)
        }
        return true
      }
    }
  }

  /// Returns the reason why an asset can't be loaded; nil if its original is complete.
  ///
  /// - Parameter version: the version to load; if it is another file, the original may be missing.
  static func objection(
    to asset: Asset, orElse version: PictureVersion?, acceptsDerivative: Bool
  ) -> String? {
    do {
      return objection(to: try asset.openOriginal())
    } catch {
      guard let version else { return error.reason }
      if case .other = asset.place(of: version) { return nil }
      return acceptsDerivative && !asset.derivatives(of: version).isEmpty
        ? nil : error.reason
    }
  }

  /// Returns the reason why a file can't be used; nil if it is complete.
  package static func objection(to file: OpenFile) -> String? {
    switch OriginalState(of: file) {
    case .damaged(.empty): "the file is empty"
    case .damaged(.cutShort): "the file is cut short"
    case .beingWritten: unfinished
    case .whole, .damaged(.unknownFormat), .damaged(.undecodable): nil
    }
  }

  /// Returns the reason why a file can't be copied or moved; nil unless it is still being written.
  package static func objectionToTransfer(of file: OpenFile) -> String? {
    OriginalState(of: file) == .beingWritten ? unfinished : nil
  }

  private static let unfinished = "the file is still being written"
}
