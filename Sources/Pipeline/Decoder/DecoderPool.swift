public import Decoding

/// The decoder processes of a run: started when the first file is to be decoded, kept to its end.
///
/// Safe from any thread. A process that crashes, or does not answer in time, costs the one file
/// that it had; another is started in its place.
public final class DecoderPool: Sendable {
  /// One picture to make.
  public struct Job: Sendable {
    public var request: PictureRequest
    /// The file, open for reading; stays the caller's.
    public var input: Int32
    /// An empty file, open for writing; stays the caller's.
    public var output: Int32

    public init(_ request: PictureRequest, from input: Int32, to output: Int32) {
      self.request = request
      self.input = input
      self.output = output
    }
  }

  /// How many processes work side by side.
  public let limit: Int

  /// Starts nothing yet.
  ///
  /// - Parameters:
  ///   - limit: how many processes work side by side; at least 1.
  ///   - executable: the decoder's path; nil for the one that was installed with this program.
  ///   - deadline: how long one file may take, from when it is sent; at most a minute.
  ///   - cancellation: ends all processes; what they were at fails as cancelled.
  public init(
    limit: Int, executable: String? = nil, deadline: Duration = .seconds(5),
    cancellation: Cancellation = Cancellation()
  ) {
    self.limit = max(1, limit)
  }

  /// Makes pictures, as many at once as there may be processes; blocks until all are done.
  ///
  /// - Parameter completion: is called on the calling thread for each job as it is done, with its
  ///   index; jobs are begun in order and may end in any.
  public func makePictures(
    _ jobs: [Job], completion: (Int, Result<DecodedPicture, DecodeProblem>) -> Void
  ) {
    for index in jobs.indices {
      completion(index, .failure(DecodeProblem(.missingLibrary, "shotflow-decode is missing")))
    }
  }

  /// All metadata of one file, as ``DecodeResponse/metadata(_:)`` has it; blocks.
  public func metadata(
    _ request: MetadataRequest, of input: Int32
  ) throws(DecodeProblem) -> [UInt8] {
    throw DecodeProblem(.missingLibrary, "shotflow-decode is missing")
  }
}
