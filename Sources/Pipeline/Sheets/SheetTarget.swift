internal import Acting
internal import CSystem
internal import Platform

/// The target of a sheet: a folder, which may not exist yet, and a name in it.
struct SheetTarget {
  /// The whole path of the sheet, for messages.
  let path: String
  let name: String
  private let base: String
  private let folders: [String]
  /// The folder without links, as the user permitted it; nil for the folder of `--out`.
  private let permitted: [UInt8]?

  /// Creates a target: `base` may lead through links; `names` below may not, and the last is the
  /// sheet's. `permitted` is where `base` led when the user permitted it; nil for the folder of
  /// `--out`.
  init(base: String, _ names: [String], permitted: [UInt8]? = nil) {
    self.base = base
    self.permitted = permitted
    path = (base == "/" ? "" : base) + names.map { "/" + $0 }.joined()
    folders = names.dropLast()
    name = names.last ?? ""
  }

  /// Returns the folder that contains the sheet; creates nothing.
  func folder() throws(FileProblem) -> TargetFolder {
    let folders = folders.map { Array($0.utf8) }
    guard let permitted else { return try TargetFolder(Array(base.utf8), folders) }
    return try TargetFolder(withoutLinks: permitted, folders)
  }

  /// Checks that the sheet can be made, creating nothing; throws ``OutputProblem`` if not.
  func check() throws(OutputProblem) {
    let folder: TargetFolder
    do throws(FileProblem) {
      folder = try self.folder()
    } catch {
      throw problem(error)
    }
    if let parent = folder.handle { _ = try standing(in: parent) }
  }

  /// Returns the existing folder, a sheet or empty; nil if none exists. Throws ``OutputProblem``
  /// if it must not be replaced.
  func standing(in parent: DirectoryHandle) throws(OutputProblem) -> DirectoryHandle? {
    var facts = stat()
    guard fstatat(parent.descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    let remedy = "name another folder, or move it away"
    guard facts.st_mode & S_IFMT == S_IFDIR,
      let there = try? DirectoryHandle(directory: parent.descriptor, name: name)
    else {
      throw .notWritable("\"\(path)\" is there already and is no folder; \(remedy)")
    }
    guard SheetFolder.isSheet(there) else {
      throw .notWritable("\"\(path)\" holds files that no sheet made; \(remedy)")
    }
    return there
  }

  func problem(_ problem: FileProblem) -> OutputProblem {
    .notWritable("can't make the sheet \"\(path)\": \(problem.reason)")
  }
}
