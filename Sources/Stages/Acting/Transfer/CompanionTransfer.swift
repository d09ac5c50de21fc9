internal import Platform

/// Copies the sidecars of pictures and movies, and what else belongs to them, beside copies that are
/// in other folders already, with the names of these. Confined to one worker thread.
package final class CompanionTransfer {
  /// The outcome for the files that belong to an asset.
  package struct Outcome {
    /// The number of files that were copied, and their size in bytes.
    package fileprivate(set) var added = 0
    package fileprivate(set) var bytes: Int64 = 0
    /// The number of files that were not copied, as others have their names.
    package fileprivate(set) var left = 0
  }

  private let step: TransferStep
  private let context: RunContext
  private let width: Int
  /// The journal; nil in a dry run.
  private let journal: RunJournal?
  private let folders = KnownFolders()
  private let forecast = DryRunTransfers()
  /// The folder of the latest asset by its path, and the names in it.
  private var latest: (folder: [UInt8], names: FolderNames)?

  /// - Parameter step: the step that copies the pictures, whose worker is made first.
  package init(_ step: TransferStep, in worker: WorkerContext) {
    self.step = step
    context = worker.context
    width = worker.width
    journal = worker.context.request.isDryRun ? nil : worker.context.journal
  }

  /// Copies what belongs to an asset beside a copy of its main file, by its absolute path without
  /// links, unless it is beside that or another copy, by whatever name. Throws ``AssetFailure`` or
  /// ``FileProblem`` if a file can't be read or copied, and ``OutputProblem`` if no further one can be.
  package func complete(
    _ asset: Asset, beside copy: [UInt8], or others: [[UInt8]]
  ) throws -> Outcome {
    var outcome = Outcome()
    guard try hasCompanions(asset) else { return outcome }
    let moment = context.services.catalogue?.clock.now ?? 0
    let (folder, name) = Self.parts(copy)
    let all = try TransferFiles(
      of: asset, by: .copy, among: folders, after: forecast, representativeAlone: true,
      versions: .original, ending: OutputName.parts(name).ending, in: context)
    let target = try TargetFolder(withoutLinks: folder, [])
    let copies = [copy] + others.filter { $0 != copy }
    let files = all.withCompanions { file in !copies.contains { has($0, file) } }
    if files.files.count < 2 { return outcome }
    if Self.isInLibraryOfOthers(copy) {
      outcome.left = files.files.count - 1
      return outcome
    }
    let plan = TransferPlan(files, beside: name, in: target, after: forecast)
    outcome.left = files.files.count - plan.parts.count
    if plan.missing.isEmpty { return outcome }
    let item = TransferItem(asset: asset, plans: [plan])
    (outcome.added, outcome.bytes) = (plan.missing.count, item.byteCount)
    guard let journal else {
      foretell(plan)
      return outcome
    }
    let work = TransferWork(
      step: step, context: context, journal: journal, width: width, moment: moment)
    let (outcomes, problem) = try work.run([item])
    if let problem { throw problem }
    switch outcomes[0] {
    case .done: break
    case .taken: outcome = Outcome(left: outcome.left + outcome.added)
    case .failed(let problem): throw problem
    }
    return outcome
  }

  private func foretell(_ plan: TransferPlan) {
    for part in plan.missing {
      let (from, to) = (part.file.from.path, part.path)
      context.services.notices.pass(
        "dry run: \(step.name) \"\(String(decoding: from, as: UTF8.self))\""
          + " to \"\(String(decoding: to, as: UTF8.self))\"")
    }
    forecast.note(plan)
  }

  /// Returns true if files belong to an asset by its name, which opens no file.
  private func hasCompanions(_ asset: Asset) throws(FileProblem) -> Bool {
    guard let path = asset.pathBytes else { return false }
    if !asset.documents.isEmpty { return true }
    let (folder, name) = Self.parts(path)
    if latest?.folder != folder {
      let point = try TransferFiles.point(at: path)
      latest = (folder, folders.names(in: point.folder, at: point.folderPath))
    }
    return latest?.names.companions(of: name).isEmpty == false
  }

  /// Returns true if a file with the same bytes belongs to a copy.
  private func has(_ copy: [UInt8], _ file: TransferFiles.File) -> Bool {
    guard let point = try? FileLocation(at: copy) else { return false }
    let name = Array(point.name.bytes)
    let companions = folders.names(in: point.folder, at: point.folderPath).companions(of: name)
    // The notes of a Takeout are no companions by their names.
    let names = companions.map(\.name) + [OutputName.parts(name).stem + file.ending]
    return names.contains { name in
      let place = FileLocation(name, in: point.folder, at: point.folderPath)
      guard place.status?.size == file.file.status.size, let other = try? place.open() else {
        return false
      }
      return (try? ContentComparison().areEqual(file.file, other)) == true
    }
  }

  /// Returns true for a file in the package of another program, such as a Photos library, which may
  /// have any name.
  private static func isInLibraryOfOthers(_ path: [UInt8]) -> Bool {
    var folder: [UInt8] = []
    return path.split(separator: UInt8(ascii: "/")).dropLast().contains { name in
      folder += [UInt8(ascii: "/")] + name
      let database = OwnedBytes(folder + Array("/database/Photos.sqlite".utf8))
      return name.withUnsafeBytes { SkippedFolder.has($0, withLibraries: true) }
        || database.withCString { FileStatus(directory: AT_FDCWD, name: $0) } != nil
    }
  }

  private static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    guard let slash else { return ([UInt8(ascii: ".")], path) }
    return (slash == 0 ? [path[0]] : Array(path[..<slash]), Array(path[(slash + 1)...]))
  }
}
