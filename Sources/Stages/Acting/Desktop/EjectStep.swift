internal import Platform
internal import Synchronization

/// Notes the cards, cameras and phones that assets come from, for the end of the run. It stands
/// where every asset of the source comes by, and drops none.
package struct EjectStep: Step {
  package let name = "eject"

  package init() {}

  package var ordering: StepOrdering { .any }
  package var detail: String { "the cards and phones that were read, if all goes well" }

  package func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let departing = worker.context.departingMedia
    departing?.expect()
    return EjectInstance(departing)
  }
}

private final class EjectInstance: StepInstance {
  private let departing: DepartingMedia?
  /// The path of the latest asset's medium, with a slash; empty if it is on none.
  private var latest: [UInt8] = []

  init(_ departing: DepartingMedia?) {
    self.departing = departing
  }

  func process(_ batch: inout Batch) throws {
    guard let departing else { return }
    for asset in batch.survivors {
      guard let path = asset.pathBytes ?? asset.homeBytes else { continue }
      if !latest.isEmpty, path.starts(with: latest) { continue }
      let medium = departing.note(String(decoding: path, as: UTF8.self))
      latest = medium.map { Array("\($0.path)/".utf8) } ?? []
    }
  }
}

/// The media to unmount when a run is over; safe from any thread.
package final class DepartingMedia: RunResource {
  private struct State {
    /// The media that were mounted when the run began.
    let mounted: MountedMedia
    var departing: [MountedMedium] = []
  }

  private let root: String
  private let state = Lock<State?>(nil)

  /// - Parameter root: The folder that is taken for the root of all paths.
  package init(root: String = "") {
    self.root = root
  }

  /// The media that assets came from, in this order; nil if none is to be unmounted.
  package var all: [MountedMedium]? { state.withLock { $0?.departing } }

  fileprivate func expect() {
    state.withLock { state in state = state ?? State(mounted: MountedMedia(root: root)) }
  }

  /// Notes the medium of a file, and returns it; nil for a file on a disk of the computer.
  fileprivate func note(_ path: String) -> MountedMedium? {
    state.withLock { state in
      guard let medium = state?.mounted.medium(holding: path) else { return nil }
      if state?.departing.contains(medium) == false { state?.departing.append(medium) }
      return medium
    }
  }
}

extension RunContext {
  /// The media to unmount at the end; nil for a run that unmounts none.
  package var departingMedia: DepartingMedia? {
    get { resources[DepartingMedia.self] }
    set { resources[DepartingMedia.self] = newValue }
  }
}
