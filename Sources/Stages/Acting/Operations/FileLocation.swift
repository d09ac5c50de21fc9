internal import CSystem
internal import Platform

/// A name in an open folder, of an existing or a future file.
package struct FileLocation: Sendable {
  let folder: DirectoryHandle
  let name: OwnedBytes
  /// The absolute path, without links among its folders.
  package let path: [UInt8]

  init(_ name: [UInt8], in folder: DirectoryHandle, at folderPath: [UInt8]) {
    self.folder = folder
    self.name = OwnedBytes(name)
    path = Self.joined(folderPath, name)
  }

  /// The absolute path of the folder.
  var folderPath: [UInt8] {
    let end = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return end == 0 ? [UInt8(ascii: "/")] : Array(path[..<end])
  }

  /// Opens the folder of an absolute path without following links, so that a link that was put into
  /// the path since it was recorded is not used. Throws ``FileProblem`` if the folder does not
  /// exist, or the path has a link.
  init(at path: [UInt8]) throws(FileProblem) {
    let slash = UInt8(ascii: "/")
    let names = path.split(separator: slash)
    guard path.first == slash, let last = names.last else {
      throw FileProblem("the path is not absolute")
    }
    let above = [slash] + names.dropLast().joined(separator: [slash])
    folder = try OwnedBytes(above).withCString { (path) throws(FileProblem) in
      try DirectoryHandle(withoutLinks: path)
    }
    name = OwnedBytes(last)
    self.path = path
  }

  /// The status of the file with the name; nil if none exists.
  var status: FileStatus? {
    name.withCString { FileStatus(directory: folder.descriptor, name: $0) }
  }

  func open() throws(FileProblem) -> OpenFile {
    try name.withCString { (name) throws(FileProblem) in
      try OpenFile(directory: folder.descriptor, name: name)
    }
  }

  /// The target of the symbolic link with the name; nil without one.
  var linkText: [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { text in
      guard let start = text.baseAddress else { return nil }
      let count = name.withCString { readlinkat(folder.descriptor, $0, start, text.count) }
      return count < 0 ? nil : text[..<count].map { UInt8(bitPattern: $0) }
    }
  }

  func remove() throws(FileProblem) {
    guard name.withCString({ unlinkat(folder.descriptor, $0, 0) }) == 0 else {
      throw FileProblem(error: errno)
    }
  }

  /// Syncs the folder, so that its names survive a power failure, if the file system can.
  func syncFolder() throws(FileProblem) {
    try PrivateFolder.sync(folder.descriptor, accepting: EINVAL)
  }

  static func joined(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return folder + (folder.last == slash ? [] : [slash]) + Array(name)
  }
}
