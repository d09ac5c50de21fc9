internal import Acting
internal import CSystem
internal import Platform

/// Where a sheet goes: a folder, which may not be there yet, and the name in it.
///
/// What is at the place is replaced only if a sheet made all of it.
struct SheetTarget {
  /// The whole path, as messages show it.
  let path: String
  let name: String
  private let base: String
  private let folders: [String]

  /// - Parameters:
  ///   - base: the folder that may lead through links.
  ///   - names: the names below, none of which may be a link; the last one is the sheet's.
  init(base: String, _ names: [String]) {
    self.base = base.isEmpty ? "/" : base
    path = base + names.map { "/" + $0 }.joined()
    folders = names.dropLast()
    name = names.last ?? ""
  }

  /// The folder that the sheet goes into; nothing is made.
  func folder() throws(FileProblem) -> TargetFolder {
    try TargetFolder(Array(base.utf8), folders.map { Array($0.utf8) })
  }

  /// Looks whether a sheet can be put there; nothing is made.
  ///
  /// - Throws: ``OutputProblem`` if something else is there, or on the way.
  func check() throws(OutputProblem) {
    let folder: TargetFolder
    do throws(FileProblem) {
      folder = try self.folder()
    } catch {
      throw problem(error)
    }
    if let parent = folder.handle { _ = try standing(in: parent) }
  }

  /// The folder that is there, which is a sheet or empty; nil where nothing is.
  ///
  /// - Throws: ``OutputProblem`` if it has to stay.
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
