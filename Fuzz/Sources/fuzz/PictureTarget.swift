internal import Decoder
internal import Decoding
internal import Media

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The picture decoder, on a file that holds the input, as the format that its header tells.
///
/// libheif and libvips are looked for, but not looked into: what is found there is a crash of the
/// decoder process, which costs one picture.
enum PictureTarget {
  /// libFuzzer calls from one thread.
  nonisolated(unsafe) private static let decoder = PictureDecoder(scope: .every)
  private static let input = nameless()
  private static let output = nameless()

  static func feed(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    precondition(
      pwrite(input, bytes.baseAddress, bytes.count, 0) == bytes.count, "the disk is full")
    precondition(ftruncate(input, off_t(bytes.count)) == 0, "can't shorten a file")
    var reader = HeaderReader()
    guard let facts = try? reader.read(descriptor: input, size: Int64(bytes.count)) else {
      preconditionFailure("reading failed")
    }
    var request = PictureRequest(format: facts.format, maximumPixels: 1 << 20)
    // The input's size picks what is asked for.
    request.orientation = UInt8(bytes.count % 8) + 1
    request.output = bytes.count.isMultiple(of: 3) ? .png : .jpeg
    request.contentMode = bytes.count.isMultiple(of: 5) ? .aspectFill : .aspectFit
    if !bytes.count.isMultiple(of: 7) {
      request.targetSize = PictureSize(width: Int32(bytes.count % 90) + 1, height: 40)
    }
    precondition(ftruncate(output, 0) == 0 && lseek(output, 0, SEEK_SET) == 0, "can't empty a file")
    if let made = try? decoder.decode(request, from: input, to: output) {
      precondition(
        made.byteCount == lseek(output, 0, SEEK_END) && made.byteCount > 0,
        "the answer does not tell what was written")
    }
    return 0
  }

  /// A file that nothing is left of.
  private static func nameless() -> Int32 {
    guard let file = tmpfile() else { preconditionFailure("can't make a file") }
    return fileno(file)
  }
}
