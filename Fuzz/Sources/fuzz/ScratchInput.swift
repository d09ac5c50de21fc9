#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that holds the input, for readers of files.
enum ScratchInput {
  /// Without a name, so that nothing is left behind.
  private static let file: Int32 = {
    guard let file = tmpfile() else { preconditionFailure("can't make a file") }
    return fileno(file)
  }()

  static func descriptor(holding input: UnsafeRawBufferPointer) -> Int32 {
    precondition(
      pwrite(file, input.baseAddress, input.count, 0) == input.count, "the disk is full")
    precondition(ftruncate(file, off_t(input.count)) == 0, "can't shorten a file")
    return file
  }
}
