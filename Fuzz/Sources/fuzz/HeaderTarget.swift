internal import Media

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The header readers, on a file that holds the input.
enum HeaderTarget {
  /// Without a name, so that nothing is left behind.
  private static let descriptor: Int32 = {
    guard let file = tmpfile() else { preconditionFailure("can't make a file") }
    return fileno(file)
  }()

  static func feed(_ input: UnsafeRawBufferPointer, _ frame: HeaderFrame) -> Int32 {
    let file = frame.file(around: input)
    let count = file.count
    precondition(pwrite(descriptor, file, count, 0) == count, "the disk is full")
    precondition(ftruncate(descriptor, off_t(count)) == 0, "can't shorten a file")
    var reader = HeaderReader()
    do {
      let facts = try reader.read(descriptor: descriptor, size: Int64(count))
      precondition(reader.cost <= HeaderReader.costLimit, "more was read than is allowed")
      _ = try Completeness(descriptor: descriptor, size: Int64(count), format: facts.format)
    } catch {
      preconditionFailure("reading failed: \(error)")
    }
    return 0
  }
}
