internal import CSystem
internal import Media

/// Fails an asset whose file is incomplete, such as one that is still being written.
package struct CompleteOriginalStep: Step {
  /// True to accept a smaller picture that the library has instead of the original.
  var acceptsDerivative = false
  /// The version of which a picture is requested; nil if other data are. It may be another file.
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

  /// Returns the reason why an asset can't be loaded; nil if its original, or the file of
  /// `version`, is complete.
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
    if file.status.size == 0 { return "the file is empty" }
    return isCutShort(file) ? "the file is cut short; it may still be being written" : nil
  }

  private static func isCutShort(_ file: OpenFile) -> Bool {
    let format = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { first in
      let count = max(0, csystem_read_at(file.descriptor, first.baseAddress, first.count, 0))
      return HeaderReader.format(of: UnsafeRawBufferPointer(rebasing: first[..<count]))
    }
    let judged = try? Completeness(
      descriptor: file.descriptor, size: file.status.size, format: format)
    return judged == .incomplete
  }
}
