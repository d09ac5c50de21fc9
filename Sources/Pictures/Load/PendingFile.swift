/// A file of an output folder that is being written; it appears there whole or not at all.
///
/// One that is not committed is gone with this object.
final class PendingFile {
  private let folder: OutputFolder
  private let name: OutputName
  private let file: PartialFile

  init(_ file: PartialFile, for name: OutputName, in folder: OutputFolder) {
    self.file = file
    self.name = name
    self.folder = folder
  }

  /// Open for reading and writing.
  var descriptor: Int32 { file.descriptor }

  /// The first bytes in a file that no other process has open, to be committed instead.
  func copy(_ count: Int64) throws(FileProblem) -> PendingFile {
    PendingFile(try file.copy(count, mode: OutputFolder.fileMode), for: name, in: folder)
  }

  /// Like ``commitNew()``, unless the file is there already.
  ///
  /// A file with that name and the same bytes, as an earlier run left it, is taken instead.
  func commit() throws(FileProblem) -> [UInt8] {
    let written = try OpenFile(copying: file.descriptor)
    if let earlier = folder.earlierCopy(of: written, as: name) { return earlier }
    return try commitNew()
  }

  /// Gives the file its name, or a numbered one where that is taken; answers the whole path.
  func commitNew() throws(FileProblem) -> [UInt8] {
    try folder.place(file, as: name)
  }
}
