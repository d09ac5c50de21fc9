#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file of an output folder that is being written, under a name of its own until it is whole.
///
/// One that is not committed is removed with this object.
final class PendingFile {
  /// Open for reading and writing.
  let descriptor: Int32
  private let folder: OutputFolder
  private let name: OutputName
  private let partialName: OwnedBytes
  private var isInPlace = false

  init(
    _ descriptor: Int32, _ partialName: OwnedBytes, for name: OutputName, in folder: OutputFolder
  ) {
    self.descriptor = descriptor
    self.partialName = partialName
    self.name = name
    self.folder = folder
  }

  deinit {
    close(descriptor)
    if !isInPlace { folder.remove(partialName) }
  }

  /// Like ``commitNew()``, unless the file is there already.
  ///
  /// A file with that name and the same bytes, as an earlier run left it, is taken instead.
  func commit() throws(FileProblem) -> [UInt8] {
    let file = try partialName.withCString { (name) throws(FileProblem) in
      try folder.open(name)
    }
    if let earlier = folder.earlierCopy(of: file, as: name) { return earlier }
    return try commitNew()
  }

  /// Gives the file its name, or a numbered one where that is taken; answers the whole path.
  func commitNew() throws(FileProblem) -> [UInt8] {
    let path = try folder.place(partialName, as: name)
    isInPlace = true
    return path
  }
}
