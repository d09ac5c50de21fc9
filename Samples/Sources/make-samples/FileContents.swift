import Samples

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output or standard error.
enum Descriptor: Int32 {
  case output = 1
  case error = 2

  func put(_ bytes: [UInt8]) throws(SampleError) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(rawValue, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      guard count > 0 else {
        throw .system(operation: "write", path: "standard output", code: errno)
      }
      start += count
    }
  }
}
