/// Holds all assets back until the last one came, then passes on those that a comparison selects.
final class ComparingInstance: StepInstance {
  /// Returns the assets to pass on, given all assets and whether each is in a protected folder.
  typealias Selection = ([Asset], _ isKeptAside: [Bool]) throws -> [Asset]

  private let folders: ProtectedFolderLookup
  private let select: Selection
  private var held: [Asset] = []

  init(
    protecting folders: ProtectedFolders, in worker: WorkerContext, select: @escaping Selection
  ) {
    self.folders = ProtectedFolderLookup(folders, libraries: worker.context.request.libraries)
    self.select = select
  }

  var holdsBack: Bool { true }

  func process(_ batch: inout Batch) {
    batch.keep { _ in true }
    held += batch.survivors
    batch.holdAll()
  }

  func finish() throws -> [Asset] {
    let assets = held
    held = []
    guard !assets.isEmpty else { return [] }
    let isKeptAside = assets.map(folders.holds)
    try folders.check()
    return try select(assets, isKeptAside)
  }
}
