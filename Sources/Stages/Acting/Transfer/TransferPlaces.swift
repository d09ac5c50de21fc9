internal import Platform

/// The folders that a stage puts an asset's files into.
struct TransferPlaces {
  private let step: TransferStep
  private let context: RunContext
  /// The folder for second copies, an absolute path without links; nil for none.
  private let backup: [UInt8]?

  /// Checks the folder for second copies before the first file is copied.
  init(_ step: TransferStep, in context: RunContext) throws {
    (self.step, self.context) = (step, context)
    backup = try step.options.backup.map { place in
      try Self.checked(place, of: step.name, in: context)
    }
  }

  /// Returns the target folder: that of `--out` may be a link; a rule's is the permitted real path.
  func folder(
    of target: TargetTemplate, for asset: Asset, _ folders: [[UInt8]]
  ) throws -> TargetFolder {
    if target.anchor == .own, let path = asset.pathBytes {
      return try TargetFolder(TransferFiles.point(at: path).folderPath, [])
    }
    guard target.anchor != .relative else {
      return try TargetFolder(try namedFolder(for: asset), target.folders(behind: folders))
    }
    guard let place = target.fixedFolder else {
      throw OutputProblem.notWritable(
        "\(step.name) puts files below ~, and HOME is not set to an absolute path")
    }
    return try TargetFolder(
      withoutLinks: try Self.permitted(place, of: step.name, in: context), folders)
  }

  /// Returns the folder for second copies of files that go to a target folder, with the same path
  /// below it; nil without a backup.
  func backup(
    of target: TargetTemplate, for asset: Asset, _ folders: [[UInt8]]
  ) throws -> TargetFolder? {
    guard let backup else { return nil }
    let below = target.folders(behind: folders)
    let root = try folder(of: target, for: asset, folders).path
      .dropLast(below.reduce(0) { $0 + $1.count + 1 })
    guard !Self.isInside(backup, root), !Self.isInside(root, backup) else {
      throw OutputProblem.notWritable(
        "the backup folder \"\(Self.text(backup))\" and \"\(Self.text(root))\", where the files go,"
          + " are one inside the other; name a folder elsewhere, best on another disk")
    }
    return try TargetFolder(withoutLinks: backup, below)
  }

  private func namedFolder(for asset: Asset) throws -> [UInt8] {
    var start = step.root ?? context.output.folder.map { Array($0.utf8) }
    if start == nil, step.kind == .move { start = asset.homeBytes }
    guard let start else {
      throw OutputProblem.notNamed(
        "\(step.name) puts files below a folder; name it on the command line: --out FOLDER")
    }
    return start
  }

  /// Returns the path of the folder for second copies, which exists or can be made, and takes files.
  private static func checked(
    _ place: String, of stage: String, in context: RunContext
  ) throws -> [UInt8] {
    let path = try permitted(place, of: stage, in: context)
    do throws(FileProblem) {
      let folder = try TargetFolder(withoutLinks: path, [])
      guard folder.missingPaths.count < 2 else {
        throw FileProblem(
          "no such folder, and none around it; connect its disk, or make the folder")
      }
      if let handle = folder.handle, !context.request.isDryRun {
        _ = try PartialFile(in: handle, mode: PrivateFolder.fileMode)
      }
    } catch {
      let reason = FileSystem.shortage(error, in: path) ?? error.reason
      throw OutputProblem.notWritable("can't use the backup folder \"\(place)\": \(reason)")
    }
    return path
  }

  private static func permitted(
    _ place: String, of stage: String, in context: RunContext
  ) throws -> [UInt8] {
    guard let path = context.path(of: place) else {
      throw OutputProblem.notWritable("\(stage) was not permitted to use \"\(place)\"")
    }
    return path
  }

  /// True if a folder is another one, or inside it.
  private static func isInside(_ folder: some Collection<UInt8>, _ other: some Collection<UInt8>)
    -> Bool
  {
    let end = UInt8(ascii: "/")
    return (Array(folder) + [end]).starts(with: Array(other) + [end])
  }

  private static func text(_ path: some Collection<UInt8>) -> String {
    String(decoding: path, as: UTF8.self)
  }
}
