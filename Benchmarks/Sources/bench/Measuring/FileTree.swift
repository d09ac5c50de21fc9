#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The regular files below a folder, in the order of their paths.
struct FileTree {
  let paths: [String]

  init(_ folder: String) throws(BenchmarkError) {
    var paths: [String] = []
    try Self.collect(folder, into: &paths)
    self.paths = paths.sorted()
  }

  private static func collect(_ folder: String, into paths: inout [String]) throws(BenchmarkError) {
    guard let stream = opendir(folder) else {
      throw BenchmarkError("can't read \(folder): \(String(cString: strerror(errno)))")
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if entry.pointee.d_type == DT_DIR {
        try collect("\(folder)/\(name)", into: &paths)
      } else if entry.pointee.d_type == DT_REG {
        paths.append("\(folder)/\(name)")
      }
    }
  }

  /// Reads every file, so that its bytes are in the page cache; returns how many there are.
  @discardableResult
  func warm() -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    var total = 0
    for path in paths {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        total += count
      }
    }
    return total
  }

  /// Asks the system to keep nothing of the files' bytes in memory; files that wait to be written
  /// stay there.
  func forget() {
    #if canImport(Glibc)
      for path in paths {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { continue }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        close(descriptor)
      }
    #endif
  }

  /// About `count` of the files, evenly spread.
  func sample(_ count: Int) -> [String] {
    let step = max(1, paths.count / max(1, count))
    return stride(from: 0, to: paths.count, by: step).map { paths[$0] }
  }
}
