import Files
import Media

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file without a name that holds given bytes and is gone with its last user.
final class ScratchFile {
  let descriptor: Int32
  let size: Int64

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/media-tests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "the temporary folder must be writable")
    unlink(template)
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(written == bytes.count, "the temporary folder must have room")
    self.descriptor = descriptor
    size = Int64(bytes.count)
  }

  deinit { close(descriptor) }

  /// The facts of a file that holds `bytes`.
  static func facts(_ bytes: [UInt8]) throws -> MediaFacts {
    let file = ScratchFile(bytes)
    var reader = HeaderReader()
    return try reader.read(descriptor: file.descriptor, size: file.size)
  }

  /// Returns the description in a file that holds `bytes`.
  ///
  /// - Parameter digest: what stands for the MD5 hash of IPTC's records.
  static func description(
    _ bytes: [UInt8], digest: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }
  ) throws -> MediaDescription {
    let file = ScratchFile(bytes)
    var reader = HeaderReader()
    return try reader.readDescribed(
      descriptor: file.descriptor, size: file.size, digest: digest
    ).description ?? MediaDescription()
  }

  /// The facts of a file that is there.
  static func facts(at path: String) throws -> MediaFacts {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw MediaError(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var reader = HeaderReader()
    return try reader.read(descriptor: descriptor, size: Int64(status.st_size))
  }

  /// Returns how complete a file that holds `bytes` looks.
  static func completeness(_ bytes: [UInt8], _ format: MediaFormat) throws -> Completeness {
    let file = ScratchFile(bytes)
    return try Completeness(descriptor: file.descriptor, size: file.size, format: format)
  }
}
