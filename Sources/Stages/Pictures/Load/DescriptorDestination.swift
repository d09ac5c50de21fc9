internal import Decoding
internal import Platform

/// Writes pictures one after the other to a descriptor, such as a pipe to another program.
final class DescriptorDestination: PictureDestination {
  private let output: Int32
  private let cancellation: Cancellation
  private var offset: Int64 = 0
  private let pieceSize: Int

  /// The bytes that a pipe with space accepts at once without blocking (`_POSIX_PIPE_BUF` is less).
  private static let pipePiece = 4096
  private static let filePiece = 64 << 10
  /// The time between checks for cancellation while a pipe is full, in milliseconds.
  private static let patience: Int32 = 50

  init(_ output: Int32, _ cancellation: Cancellation) {
    self.output = output
    self.cancellation = cancellation
    let status = FileStatus(descriptor: output)
    let isFile = status?.isRegularFile == true
    pieceSize = isFile ? Self.filePiece : Self.pipePiece
    if isFile {
      // Pictures are appended to the content that the file had before.
      let appends = fcntl(output, F_GETFL) & O_APPEND != 0
      offset = appends ? status?.size ?? 0 : Int64(max(0, lseek(output, 0, SEEK_CUR)))
    }
  }

  func begin(
    _ key: ThumbnailKey, name: [UInt8], isDegraded: Bool
  ) throws(FileProblem) -> any PendingPicture {
    guard let file = NamelessFile() else { throw FileProblem(error: errno) }
    return Pending(file, key.output, self)
  }

  /// Copies a picture to the descriptor; returns its offset there. Throws ``RunProblem`` if the
  /// descriptor can't be written, as then no picture can.
  private func append(_ input: Int32, _ count: Int64) throws -> Int64 {
    let start = offset
    let block = UnsafeMutableRawPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { block.deallocate() }
    var done: Int64 = 0
    while done < count {
      let wanted = Int(min(Int64(pieceSize), count - done))
      let read = pread(input, block, wanted, off_t(done))
      guard read > 0 else { throw RunProblem.outputFailed("a picture can't be read back") }
      try write(UnsafeRawBufferPointer(start: block, count: read))
      done += Int64(read)
    }
    return start
  }

  /// Writes in short intervals, so that the run can be cancelled if the pipe is no longer read.
  private func write(_ bytes: UnsafeRawBufferPointer) throws(RunProblem) {
    var rest = bytes
    while !rest.isEmpty {
      if cancellation.isCancelled { throw .cancelled }
      var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, Self.patience) > 0 else { continue }
      let written = Platform.write(output, rest.baseAddress, rest.count)
      if written >= 0 {
        offset += Int64(written)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        continue
      }
      switch errno {
      case EINTR, EAGAIN: continue
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
      try file.seal()
      try PictureCheck.check(descriptor, is: decoded, decoded.format(asked: format))
      let start = try destination.append(descriptor, decoded.byteCount)
      return .descriptor(destination.output, offset: start)
    }
  }
}
