internal import Decoding
internal import Platform

/// One file to decode, and the ``DecodeCall`` that gets its result.
struct DecodeTask: Sendable {
  let call: DecodeCall
  let index: Int
  let request: DecodeRequest
  /// The input and, for a picture, the output; open until the caller has the result.
  let descriptors: [Int32]
  /// True if the file is decoded again, as its process may have failed for another reason.
  var wasRetried = false

  func finish(_ outcome: Result<DecodeResponse, DecodeProblem>) {
    call.finish(index, outcome)
  }

  /// Truncates the picture's output, which a crashed process may have written to; false on failure.
  func emptyOutput() -> Bool {
    guard case .picture = request else { return true }
    return ftruncate(descriptors[1], 0) == 0 && lseek(descriptors[1], 0, SEEK_SET) == 0
  }

  /// Returns true if a response fits the request, and the output file has the size of the picture.
  func accepts(_ response: DecodeResponse) -> Bool {
    switch (request, response) {
    case (_, .failed), (.metadata, .metadata): return true
    case (.picture(let request), .picture(let picture)):
      var status = stat()
      return request.allows(picture) && fstat(descriptors[1], &status) == 0
        && Int64(status.st_size) == picture.byteCount
    case (.picture, .metadata), (.metadata, .picture): return false
    }
  }
}
