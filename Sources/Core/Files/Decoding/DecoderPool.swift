public import Decoding
internal import Media
internal import Platform
internal import Synchronization

/// The decoder processes of a run, started for the first file and kept until the run ends. Safe
/// from any thread; callers share them. If one crashes, or is late, only its file fails; another
/// takes its place. A file is tried once more if its process was killed from outside.
public final class DecoderPool: Sendable {
  /// One picture to decode.
  public struct Job: Sendable {
    public var request: PictureRequest
    /// The file, open for reading; stays the caller's.
    public var input: Int32
    /// An empty file, open for writing; stays the caller's. Undefined after a failure.
    public var output: Int32

    public init(_ request: PictureRequest, from input: Int32, to output: Int32) {
      self.request = request
      self.input = input
      self.output = output
    }
  }

  private struct Server {
    let service: DecoderService
    let thread: WorkerThread
  }

  package let settings: DecoderSettings
  private let server = Lock<Server?>(nil)

  /// Makes a pool; no process is started yet.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of processes at the same time; at least 1.
  ///   - executable: the decoder's path; nil for the one that was installed with this program.
  ///   - deadline: the time for one file, not counting the time for which it waited for a
  ///     processor; at most 25 seconds, and four times as long on the wall clock.
  ///   - cancellation: ends all processes; files that are being decoded fail as cancelled.
  public convenience init(
    limit: Int, executable: String? = nil, deadline: Duration = .seconds(5),
    cancellation: Cancellation = Cancellation()
  ) {
    self.init(
      DecoderSettings(
        executable: executable.map { .at(path: $0) } ?? .installed, limit: limit,
        deadline: deadline, cancellation: cancellation))
  }

  /// The maximum number of processes at the same time.
  package var limit: Int { settings.limit }

  package init(_ settings: DecoderSettings) {
    self.settings = settings
  }

  deinit {
    guard let server = server.withLock({ $0 }) else { return }
    server.service.stop()
    server.thread.join()
  }

  /// Decodes pictures, as many at once as there may be processes; blocks until all are done.
  ///
  /// - Parameters:
  ///   - advance: called on any thread with a job's index and its decoded share, from 0.0 to 1.0.
  ///   - completion: called on the calling thread for each finished job with its index. Jobs begin
  ///     in order and may end in any.
  public func makePictures(
    _ jobs: [Job], advance: @escaping @Sendable (Int, Double) -> Void = { _, _ in },
    completion: (Int, Result<DecodedPicture, DecodeProblem>) -> Void
  ) {
    let items = jobs.map {
      DecodeCall.Item(request: .picture($0.request), descriptors: [$0.input, $0.output])
    }
    decode(DecodeCall(items, advance: advance)) { index, result in
      completion(index, result.flatMap(\.asPicture))
    }
  }

  /// Reads all metadata of a file, encoded as described at ``DecodeResponse/metadata(_:)``; blocks.
  public func metadata(
    _ request: MetadataRequest, of input: Int32
  ) throws(DecodeProblem) -> [UInt8] {
    var answer: Result<[UInt8], DecodeProblem> = .success([])
    let item = DecodeCall.Item(request: .metadata(request), descriptors: [input])
    decode(DecodeCall([item])) { _, result in answer = result.flatMap(\.asMetadata) }
    return try answer.get()
  }

  private func decode(
    _ call: DecodeCall, completion: (Int, Result<DecodeResponse, DecodeProblem>) -> Void
  ) {
    let items = call.items
    guard !items.isEmpty else { return }
    guard let service = startedService() else {
      let problem = DecodeProblem(.outOfMemory, "there is no thread left to serve the decoders")
      for index in items.indices { completion(index, .failure(problem)) }
      return
    }
    service.submit(call)
    var left = items.count
    while left > 0 {
      let outcomes = call.nextOutcomes()
      left -= outcomes.count
      for outcome in outcomes { completion(outcome.index, outcome.result) }
    }
  }

  /// Returns the service, started if necessary; nil if there is no thread or descriptor.
  private func startedService() -> DecoderService? {
    server.withLock { server in
      if let server { return server.service }
      let settings = settings
      guard let service = DecoderService(),
        let thread = WorkerThread({ service.serve(settings) })
      else { return nil }
      server = Server(service: service, thread: thread)
      return service
    }
  }
}

extension DecoderPool {
  /// Returns the rights that a decoder process gives up on this system; starts one to find out.
  public func jailReport() throws(DecodeProblem) -> JailReport {
    try greeting(of: .linked).jail
  }

  /// Returns the release of libvips that decoders use, such as `8.14.1`; nil if it can't be loaded.
  /// Starts a process to find out.
  package func libvipsRelease() throws(DecodeProblem) -> String? {
    try greeting(of: .every).libvips
  }

  private func greeting(of scope: DecoderScope) throws(DecodeProblem) -> DecoderGreeting {
    let path = try settings.executable.path()
    let process: DecoderProcess
    do throws(SpawnProblem) {
      process = try DecoderProcess(
        path: path, scope: scope, startingWithin: settings.startDeadline)
    } catch {
      throw DecodeProblem(.noDecoder, "can't start \"\(path)\": \(error.text)")
    }
    defer { _ = process.end() }
    var event = pollfd(fd: process.socket.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&event, 1, Int32(clamping: settings.startDeadline.components.seconds * 1000))
    do throws(WireProblem) {
      if case .frame(let frame) = try process.socket.receive() { try process.welcome(frame) }
    } catch {
      throw DecodeProblem(.crashed, "the decoder is of another version")
    }
    guard let greeting = process.greeting else {
      throw DecodeProblem(.crashed, "the decoder \"\(path)\" did not get ready")
    }
    return greeting
  }
}

extension DecoderPool {
  /// Returns the path of the decoder; throws if it is missing or can't be executed.
  package func executablePath() throws(DecodeProblem) -> String {
    try settings.executable.path()
  }

  /// Returns the libraries that decoders load on demand, each with the reason why it can't be
  /// loaded, or nil. Decoders get an empty file: they report a missing library before they read it.
  package func libraries() -> [(name: String, problem: DecodeProblem?)] {
    let formats: [(name: String, request: PictureRequest)] = [
      ("libheif", PictureRequest(format: .heic)), ("libvips", PictureRequest(format: .gif)),
    ]
    return formats.map { name, request in
      guard let input = NamelessFile(), let output = NamelessFile() else {
        return (name, DecodeProblem(.outOfMemory, "no file could be made"))
      }
      var problem: DecodeProblem?
      makePictures([Job(request, from: input.descriptor, to: output.descriptor)]) { _, result in
        if case .failure(let found) = result,
          [.missingLibrary, .noDecoder, .crashed, .deadline].contains(found.reason)
        {
          problem = found
        }
      }
      return (name, problem)
    }
  }
}

extension DecodeResponse {
  var asPicture: Result<DecodedPicture, DecodeProblem> {
    switch self {
    case .picture(let picture): .success(picture)
    case .failed(let problem): .failure(problem)
    case .metadata: .failure(Self.other)
    }
  }

  var asMetadata: Result<[UInt8], DecodeProblem> {
    switch self {
    case .metadata(let json): .success(json)
    case .failed(let problem): .failure(problem)
    case .picture: .failure(Self.other)
    }
  }

  private static let other = DecodeProblem(.crashed, "the decoder gave no valid answer")
}
