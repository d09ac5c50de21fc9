#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of samples, whose marker file lists what was written, so that it can be replaced.
///
/// Nothing outside the folder is touched, and nothing in it that the marker does not list.
package struct SampleFolder: ~Copyable {
  package let path: String
  /// The path of this folder in the one that has the marker, with a slash behind it, or nothing.
  private let prefix: String
  private let list: Int32

  /// The file that marks a folder as one of ours: a path a line, with a zero for a line break in a name.
  package static let marker = ".shotflow-sample"

  private static let slash = UInt8(ascii: "/")

  /// Creates the folder, or removes earlier samples from it; throws `SampleError.folderInUse`, and
  /// changes nothing, if it has content without a marker.
  package init(replacing path: String) throws(SampleError) {
    list = try Self.openList(in: path)
    self.path = path
    prefix = ""
  }

  /// Creates a folder in another, whose marker lists the files.
  package init(_ name: String, in folder: borrowing SampleFolder) throws(SampleError) {
    _ = try Self.makeFolders(
      name.utf8.split(separator: Self.slash), below: Array(folder.path.utf8))
    path = "\(folder.path)/\(name)"
    prefix = "\(folder.prefix)\(name)/"
    list = dup(folder.list)
  }

  deinit {
    close(list)
  }

  /// Writes a file and the folders above it; the path is relative and has no `..`, and `modified`
  /// is in seconds since 1970.
  package func write(
    _ bytes: [UInt8], to relativePath: String, modified: Int? = nil
  ) throws(SampleError) {
    try write(bytes, to: Array(relativePath.utf8), modified: modified)
  }

  /// Writes a file at a path that need not be UTF-8.
  package func write(
    _ bytes: [UInt8], to relativePath: [UInt8], modified: Int? = nil
  ) throws(SampleError) {
    let names = relativePath.split(separator: Self.slash)
    precondition(
      relativePath.first != Self.slash && !names.contains { $0.elementsEqual("..".utf8) },
      "a sample lies below its folder")
    try note(relativePath)
    let above = try Self.makeFolders(names.dropLast(), below: Array(path.utf8))
    let target = above + [Self.slash] + (names.last ?? [])
    let descriptor = open(
      Self.cString(target), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure("create", target) }
    defer { close(descriptor) }
    try Self.put(bytes, to: descriptor, path: target)
    if let modified {
      let times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 0)]
      guard futimens(descriptor, times) == 0 else { throw Self.failure("set the time of", target) }
    }
  }

  /// Lists all files below the folder that something else than ``write(_:to:modified:)`` made.
  package func listAll() throws(SampleError) {
    try listAll(below: [])
  }

  private func listAll(below place: [UInt8]) throws(SampleError) {
    let folder = Array("\(path)/".utf8) + place
    guard let directory = opendir(Self.cString(folder)) else {
      throw Self.failure("list", folder)
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if [".", "..", Self.marker].contains(where: { name.elementsEqual($0.utf8) }) { continue }
      if Self.isFolder(folder + name) {
        try listAll(below: place + name + [Self.slash])
      } else {
        try note(place + name)
      }
    }
  }

  /// Adds a file to the marker's list.
  private func note(_ relativePath: [UInt8]) throws(SampleError) {
    let name = (Array(prefix.utf8) + relativePath).map { $0 == 0x0A ? 0 : $0 }
    try Self.put(name + [0x0A], to: list, path: Array("\(path)/\(Self.marker)".utf8))
  }

  private static func openList(in path: String) throws(SampleError) -> Int32 {
    let folder = Array(path.utf8)
    let marker = Array("\(path)/\(marker)".utf8)
    var facts = stat()
    if lstat(path, &facts) == 0 {
      guard isFolder(folder), try isEmpty(folder) || isFile(marker) else {
        throw .folderInUse(path: path)
      }
      if isFile(marker) { try removeListed(in: folder, by: marker) }
    } else {
      try makeFolders(path)
    }
    let list = open(
      cString(marker), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard list >= 0 else { throw failure("create", marker) }
    return list
  }

  private static func cString(_ path: [UInt8]) -> [CChar] {
    path.map { CChar(truncatingIfNeeded: $0) } + [0]
  }

  private static func failure(_ operation: String, _ path: [UInt8]) -> SampleError {
    let code = errno
    return .system(
      operation: operation, path: String(decoding: path, as: UTF8.self), code: code)
  }

  private static func put(
    _ bytes: [UInt8], to descriptor: Int32, path: [UInt8]
  ) throws(SampleError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        #if canImport(Glibc)
          Glibc.write(descriptor, raw.baseAddress?.advanced(by: start), raw.count - start)
        #else
          Darwin.write(descriptor, raw.baseAddress?.advanced(by: start), raw.count - start)
        #endif
      }
      guard count > 0 else { throw failure("write", path) }
      start += count
    }
  }

  /// Creates one folder; what is there already must not be a symbolic link to somewhere else.
  private static func makeFolder(_ path: [UInt8]) throws(SampleError) {
    if mkdir(cString(path), 0o755) == 0 { return }
    let error = failure("create", path)
    guard errno == EEXIST, isFolder(path) else { throw error }
  }

  /// Creates a folder and those above it that are below another, and returns its path.
  private static func makeFolders(
    _ names: some Sequence<some Sequence<UInt8>>, below folder: [UInt8]
  ) throws(SampleError) -> [UInt8] {
    var path = folder
    for name in names {
      path += [slash] + name
      try makeFolder(path)
    }
    return path
  }

  /// Creates the folder that the user named, and those above it.
  private static func makeFolders(_ path: String) throws(SampleError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .system(operation: "create", path: path, code: code)
    }
    try makeFolders(String(path[..<slash]))
    try makeFolder(Array(path.utf8))
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var facts = stat()
    return lstat(cString(path), &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func isFile(_ path: [UInt8]) -> Bool {
    var facts = stat()
    return lstat(cString(path), &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  private static func isEmpty(_ folder: [UInt8]) throws(SampleError) -> Bool {
    guard let directory = opendir(cString(folder)) else { throw failure("list", folder) }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil, count <= 2 { count += 1 }
    // Every folder lists itself and the one above.
    return count <= 2
  }

  /// Removes the samples that the marker lists, then the folders that this left empty.
  private static func removeListed(
    in folder: [UInt8], by marker: [UInt8]
  ) throws(SampleError) {
    var folders: Set<[UInt8]> = []
    for line in try contents(of: marker).split(separator: 0x0A) {
      let names = line.map { $0 == 0 ? 0x0A : $0 }.split(separator: slash)
      guard line.first != slash, !names.contains(where: { $0.elementsEqual("..".utf8) }) else {
        continue
      }
      var target = folder
      let above = names.dropLast().map { name in
        target += [slash] + name
        return target
      }
      guard above.allSatisfy(isFolder) else { continue }
      folders.formUnion(above)
      target += [slash] + (names.last ?? [])
      guard unlink(cString(target)) == 0 || errno == ENOENT else {
        throw failure("remove", target)
      }
    }
    // The longer path is never above the shorter one; a folder that holds more stays.
    for path in folders.sorted(by: { $0.count > $1.count }) { rmdir(cString(path)) }
  }

  private static func contents(of path: [UInt8]) throws(SampleError) -> [UInt8] {
    let descriptor = open(cString(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw failure("read", path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
