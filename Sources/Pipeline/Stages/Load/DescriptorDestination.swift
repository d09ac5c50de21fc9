internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes pictures back to back to a descriptor, such as a pipe that another program reads.
final class DescriptorDestination: PictureDestination {
  private let output: Int32
  private let cancellation: Cancellation
  private var offset: Int64 = 0

  init(_ output: Int32, _ cancellation: Cancellation) {
    self.output = output
    self.cancellation = cancellation
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file, key.output, self)
  }

  /// Copies a picture to the descriptor; answers where it begins there.
  ///
  /// - Throws: ``RunProblem`` when it can't be written, as no other can then.
  private func append(_ input: Int32, _ count: Int64) throws -> Int64 {
    let start = offset
    let size = 64 << 10
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { block.deallocate() }
    var done: Int64 = 0
    while done < count {
      let read = pread(input, block, Int(min(Int64(size), count - done)), off_t(done))
      guard read > 0 else { throw FileProblem("the picture can't be read back") }
      try write(UnsafeRawBufferPointer(start: block, count: read))
      done += Int64(read)
    }
    return start
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) {
    var rest = bytes
    while !rest.isEmpty {
      if cancellation.isCancelled { throw .cancelled }
      #if canImport(Glibc)
        let written = Glibc.write(output, rest.baseAddress, rest.count)
      #else
        let written = Darwin.write(output, rest.baseAddress, rest.count)
      #endif
      if written >= 0 {
        offset += Int64(written)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      case EPIPE: throw .outputClosed
      case let error: throw .outputFailed(FileProblem(error: error).reason)
      }
    }
  }

  private final class Pending: PendingPicture {
    private let file: NamelessFile
    private let format: PictureFormat
    private let destination: DescriptorDestination

    init(_ file: NamelessFile, _ format: PictureFormat, _ destination: DescriptorDestination) {
      self.file = file
      self.format = format
      self.destination = destination
    }

    var descriptor: Int32 { file.descriptor }

    func commit(_ decoded: DecodedPicture) throws -> LoadedImage.Place {
      try PictureCheck.check(descriptor, is: decoded, format)
      let start = try destination.append(descriptor, decoded.byteCount)
      return .descriptor(destination.output, offset: start)
    }
  }
}
