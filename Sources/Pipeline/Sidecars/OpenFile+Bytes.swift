#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension OpenFile {
  /// The whole content of a small file.
  ///
  /// - Throws: ``FileProblem`` when it is larger than `limit`, or can't be read.
  func bytes(atMost limit: Int) throws(FileProblem) -> [UInt8] {
    guard status.size <= Int64(limit) else {
      throw FileProblem("is larger than a sidecar can be")
    }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
      while count < buffer.count {
        let read = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
        if read < 0, errno == EINTR { continue }
        if read < 0 { code = errno }
        if read <= 0 { return }
        count += read
      }
    }
    guard code == 0 else { throw FileProblem(error: code) }
    return bytes
  }
}
