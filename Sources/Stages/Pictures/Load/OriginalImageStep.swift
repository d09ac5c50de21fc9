/// Loads the original, or an edited asset's version, unchanged as the picture to show; of a movie,
/// which is no picture, a still of all its pixels.
struct OriginalImageStep: Step {
  let options: PictureOptions

  var name: String { "load" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { [.header] }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    OriginalImageInstance(self, worker.context)
  }

  private final class OriginalImageInstance: StepInstance {
    private let step: OriginalImageStep
    private let context: RunContext

    init(_ step: OriginalImageStep, _ context: RunContext) {
      self.step = step
      self.context = context
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        if asset.isMovie { return loadStill(of: asset) }
        do throws(AssetFailure) {
          let image = try ItemProvider(asset, in: context).wholeImage(
            step.options.version, allowsDegraded: step.options.allowsDegraded)
          asset.findingsForWriting().loads.append(.image(image))
          return true
        } catch {
          asset.fail(stage: "load", error.reason)
          return false
        }
      }
    }

    private func loadStill(of asset: Asset) -> Bool {
      guard !context.request.isDryRun else { return true }
      do {
        let destination = try context.pictureDestination()
        _ = try ItemProvider(asset, in: context).loadObject(step.options, to: destination)
        return true
      } catch let failure as AssetFailure {
        asset.fail(stage: "load", failure.reason)
      } catch {
        asset.fail(stage: "load", "\(error)")
      }
      return false
    }
  }
}

extension Asset {
  fileprivate var isMovie: Bool {
    if case .text(let type) = value(of: .mediaType) {
      type.hasSameBytes(as: "video")
    } else {
      false
    }
  }
}
