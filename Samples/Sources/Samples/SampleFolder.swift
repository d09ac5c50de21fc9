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
  private let list: Int32

  /// The file that marks a folder as one of ours: a path a line.
  package static let marker = ".shotflow-sample"

  /// Creates the folder, or removes earlier samples from it; throws `SampleError.folderInUse`, and
  /// changes nothing, if it has content without a marker.
  package init(replacing path: String) throws(SampleError) {
    list = try Self.openList(in: path)
    self.path = path
  }

  deinit {
    close(list)
  }

  /// Writes a file and the folders above it; the path is relative and has no `..`, and `modified`
  /// is in seconds since 1970.
  package func write(
    _ bytes: [UInt8], to relativePath: String, modified: Int? = nil
  ) throws(SampleError) {
    precondition(
      !relativePath.hasPrefix("/") && !relativePath.split(separator: "/").contains(".."),
      "a sample lies below its folder")
    try Self.put(Array("\(relativePath)\n".utf8), to: list, path: "\(path)/\(Self.marker)")
    var folder = path
    for name in relativePath.split(separator: "/").dropLast() {
      folder += "/\(name)"
      try Self.makeFolder(folder)
    }
    let target = "\(path)/\(relativePath)"
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(operation: "create", path: target, code: errno) }
    defer { close(descriptor) }
    try Self.put(bytes, to: descriptor, path: target)
    if let modified {
      let times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 0)]
      guard futimens(descriptor, times) == 0 else {
        throw .system(operation: "set the time of", path: target, code: errno)
      }
    }
  }

  /// Lists all files below the folder that something else than ``write(_:to:modified:)`` made.
  package func listAll() throws(SampleError) {
    try listAll(below: "")
  }

  private func listAll(below prefix: String) throws(SampleError) {
    let folder = "\(path)/\(prefix)"
    guard let directory = opendir(folder) else {
      throw .system(operation: "list", path: folder, code: errno)
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if [".", "..", Self.marker].contains(name) { continue }
      if Self.isFolder("\(folder)\(name)") {
        try listAll(below: "\(prefix)\(name)/")
      } else {
        try Self.put(Array("\(prefix)\(name)\n".utf8), to: list, path: "\(path)/\(Self.marker)")
      }
    }
  }

  private static func openList(in path: String) throws(SampleError) -> Int32 {
    var facts = stat()
    if lstat(path, &facts) == 0 {
      guard isFolder(path), try isEmpty(path) || hasMarker(path) else {
        throw .folderInUse(path: path)
      }
      try removeListed(in: path)
    } else {
      try makeFolders(path)
    }
    let marker = "\(path)/\(Self.marker)"
    let list = open(marker, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard list >= 0 else { throw .system(operation: "create", path: marker, code: errno) }
    return list
  }

  private static func put(
    _ bytes: [UInt8], to descriptor: Int32, path: String
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
      guard count > 0 else { throw .system(operation: "write", path: path, code: errno) }
      start += count
    }
  }

  /// Creates one folder; what is there already must not be a symbolic link to somewhere else.
  private static func makeFolder(_ path: String) throws(SampleError) {
    if mkdir(path, 0o755) == 0 { return }
    let code = errno
    guard code == EEXIST, isFolder(path) else {
      throw .system(operation: "create", path: path, code: code)
    }
  }

  /// Creates the folder that the user named, and those above it.
  private static func makeFolders(_ path: String) throws(SampleError) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    let code = errno
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .system(operation: "create", path: path, code: code)
    }
    try makeFolders(String(path[..<slash]))
    try makeFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func hasMarker(_ folder: String) -> Bool {
    var facts = stat()
    return lstat("\(folder)/\(marker)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  private static func isEmpty(_ folder: String) throws(SampleError) -> Bool {
    guard let directory = opendir(folder) else {
      throw .system(operation: "list", path: folder, code: errno)
    }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil, count <= 2 { count += 1 }
    // Every folder lists itself and the one above.
    return count <= 2
  }

  /// Removes the samples that the marker lists, then the folders that this left empty.
  private static func removeListed(in folder: String) throws(SampleError) {
    guard hasMarker(folder) else { return }
    var folders: Set<String> = []
    for line in try text(of: "\(folder)/\(marker)").split(separator: "\n") {
      let names = line.split(separator: "/")
      guard !line.hasPrefix("/"), !names.contains("..") else { continue }
      let above = (1..<max(1, names.count)).map { count in
        "\(folder)/\(names[..<count].joined(separator: "/"))"
      }
      guard above.allSatisfy(isFolder) else { continue }
      folders.formUnion(above)
      let target = "\(folder)/\(line)"
      guard unlink(target) == 0 || errno == ENOENT else {
        throw .system(operation: "remove", path: target, code: errno)
      }
    }
    // The longer path is never above the shorter one; a folder that holds more stays.
    for path in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) { rmdir(path) }
  }

  private static func text(of path: String) throws(SampleError) -> String {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw .system(operation: "read", path: path, code: errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
