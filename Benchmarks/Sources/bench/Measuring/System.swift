#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Questions to the operating system that need no process of their own.
enum System {
  /// The value of an environment variable.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The program of that name on the search path.
  static func program(_ name: String) -> String? {
    (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the size of a file in bytes; nil if there is none.
  static func byteCount(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Seconds since 1970 of a file's last change; nil when there is none.
  static func modification(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  /// Writes what waits to be written, so that the next run does not pay for the last one.
  static func flushDisks() { sync() }

  static func makeFolder(_ path: String) throws(BenchmarkError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw BenchmarkError("can't make \(path): \(String(cString: strerror(errno)))")
    }
  }

  static func save(_ text: String, to path: String) throws(BenchmarkError) {
    try save(Array(text.utf8), to: path)
  }

  static func save(_ bytes: [UInt8], to path: String) throws(BenchmarkError) {
    guard let file = fopen(path, "w") else {
      throw BenchmarkError("can't write \(path): \(String(cString: strerror(errno)))")
    }
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWhole else { throw BenchmarkError("can't write \(path)") }
  }

  /// The text of a small file; empty when there is none.
  static func text(of path: String) -> String {
    String(decoding: bytes(of: path), as: UTF8.self)
  }

  /// The first MiB of a file; empty when there is none.
  static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  /// Says what goes on, to standard error.
  static func say(_ text: String) {
    let line = Array("==> \(text)\n".utf8)
    line.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(2, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
