internal import Platform

/// Moves, copies or links an asset's files to a path that is made of its values, or moves them into
/// the trash, in source order, so that names are the same in every run. Each operation is in the
/// journal before it begins.
package struct TransferStep: Step {
  package enum Target: Sendable {
    case template(TargetTemplate)
    /// The template at the index that the function returns for an asset.
    case chosen([TargetTemplate], by: @Sendable (Asset) -> Int)
    case trash

    var templates: [TargetTemplate] {
      switch self {
      case .template(let to): [to]
      case .chosen(let list, _): list
      case .trash: []
      }
    }

    /// Returns the template of an asset's place; nil for the trash.
    func template(for asset: Asset) -> TargetTemplate? {
      switch self {
      case .template(let to): to
      case .chosen(let list, let choose): list[choose(asset)]
      case .trash: nil
      }
    }

    /// True if the path begins at the folder of `--out`, or at the library's root.
    var isNamed: Bool { !templates.isEmpty && templates.allSatisfy { $0.anchor == .relative } }
  }

  package let name: String
  let kind: FileOperation.Kind
  let target: Target
  /// The kind of operation for an asset's second and further albums; nil for one place per asset.
  var others: FileOperation.Kind?
  /// True if the asset's known values are written to an XMP file beside the file.
  var makesSidecar = false
  /// True if the XMP file leaves out the asset's location.
  var withoutPlace = false
  var options = TransferOptions()
  /// The versions of an edited asset that are transferred.
  package var versions = EditedCopies.original
  /// The folder at which relative templates begin; nil for that of `--out`, or the asset's library.
  package var root: [UInt8]?
  /// True to make the second copies alone, of files that are in place already.
  package var makesBackupsAlone = false
  /// Called for each asset whose files are in place, on the step's thread and in order.
  package var transferred: (@Sendable (Asset, [TransferredFile]) -> Void)?

  /// True if files get other names in the folders where they are.
  var isRenaming: Bool {
    !target.templates.isEmpty && target.templates.allSatisfy { $0.anchor == .own }
  }

  package var ordering: StepOrdering { .source }
  package var facets: FacetSet { .header }
  package var detail: String {
    if case .trash = target { return "to the desktop's trash" }
    return "to " + target.templates.map { "\"\($0.text)\"" }.joined(separator: " or ")
      + (kind == .hardLink ? ", hard" : "") + (others == nil ? "" : ", for each album")
      + (makesSidecar ? ", with an XMP file" : "") + (options.verifies ? ", verified" : "")
      + (options.backup.map { ", with a backup in \"\($0)\"" } ?? "")
  }

  package func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    let places = try TransferPlaces(self, in: context)
    guard !context.request.isDryRun else { return TransferInstance(self, worker, places, nil) }
    precondition(
      context.permission.capabilities.contains(.write)
        || (root != nil || target.isNamed) && !kind.removesOriginal && options.backup == nil,
      "files are put outside of the output folder if that is granted")
    guard let journal = context.journal else {
      throw OutputProblem.notWritable(
        "\(name) keeps a journal, and there is no folder for it; set HOME or XDG_STATE_HOME")
    }
    do {
      try journal.expect()
    } catch {
      throw journal.problem(error)
    }
    return TransferInstance(self, worker, places, journal)
  }
}

extension TransferStep {
  /// Creates a step that copies or moves files to one place per asset.
  package init(
    name: String, kind: FileOperation.Kind, to target: Target, options: TransferOptions
  ) {
    self.init(name: name, kind: kind, target: target, others: nil, options: options)
  }
}
