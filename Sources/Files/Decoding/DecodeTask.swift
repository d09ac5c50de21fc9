internal import Decoding
internal import Platform

/// One file to decode, with whom to tell.
struct DecodeTask: Sendable {
  let call: DecodeCall
  /// Its place in the call.
  let index: Int
  let request: DecodeRequest
  /// The input, and for a picture the output; the caller's, who waits.
  let descriptors: [Int32]
  /// Whether a process was lost with it, perhaps through no fault of its own.
  var wasRetried = false

  /// Tells the caller; once.
  func finish(_ outcome: Result<DecodeResponse, DecodeProblem>) {
    call.finish(index, outcome)
  }

  /// Takes back what a lost process may have written; false when that is not possible.
  func emptyOutput() -> Bool {
    guard case .picture = request else { return true }
    return ftruncate(descriptors[1], 0) == 0 && lseek(descriptors[1], 0, SEEK_SET) == 0
  }

  /// Whether a response is of the kind that was asked for, and can be true.
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
