internal import Decoding

extension DecodeResponse {
  /// The picture that was asked for.
  var asPicture: Result<DecodedPicture, DecodeProblem> {
    switch self {
    case .picture(let picture): .success(picture)
    case .failed(let problem): .failure(problem)
    case .metadata: .failure(Self.other)
    }
  }

  /// The metadata that was asked for.
  var asMetadata: Result<[UInt8], DecodeProblem> {
    switch self {
    case .metadata(let json): .success(json)
    case .failed(let problem): .failure(problem)
    case .picture: .failure(Self.other)
    }
  }

  private static let other = DecodeProblem(.crashed, "the decoder gave no valid answer")
}
