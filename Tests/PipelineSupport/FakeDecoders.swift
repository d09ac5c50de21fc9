import AssetSupport
package import Decoding
package import Engine
import Foundation
import Media
package import TestSupport

/// A pool of decoders that do what each file says.
package final class FakeDecoders: Sendable {
  package let folder: TemporaryDirectory
  package let pool: DecoderPool

  /// - Parameters:
  ///   - name: what the decoder is called, by which it may fail to start.
  ///   - deadline: long, unless a test waits for it.
  package init(
    name: String = "decoder", limit: Int = 2, deadline: Duration = .seconds(60),
    renewal: Int = 2000, cancellation: Cancellation = Cancellation()
  ) throws {
    folder = try TemporaryDirectory()
    let path = folder.path(name)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: Products.fakeDecoder)
    var settings = DecoderSettings(
      executable: .at(path: path), limit: limit, deadline: deadline, cancellation: cancellation)
    settings.renewal = renewal
    if name == "says-nothing" { settings.startDeadline = .milliseconds(100) }
    pool = DecoderPool(settings)
  }

  /// Returns the outcome of each file, in the order of the commands.
  ///
  /// A picture is the text that the decoder wrote. Fails unless each file is reported exactly once.
  package func outcomes(
    of commands: [String], format: PictureRequest = PictureRequest(format: .jpeg)
  ) throws -> [Outcome] {
    let files = try commands.map { try (input: ScratchFile(Array($0.utf8)), output: ScratchFile()) }
    let jobs = files.map {
      DecoderPool.Job(format, from: $0.input.descriptor, to: $0.output.descriptor)
    }
    var outcomes = [Outcome?](repeating: nil, count: jobs.count)
    pool.makePictures(jobs) { index, result in
      precondition(outcomes[index] == nil, "a file was told twice")
      switch result {
      case .success:
        outcomes[index] = .made(
          (try? String(decoding: files[index].output.bytes, as: UTF8.self)) ?? "")
      case .failure(let problem): outcomes[index] = .failed(problem.reason, problem.message)
      }
    }
    return outcomes.map { $0 ?? .untold }
  }

  package enum Outcome: Hashable, Sendable {
    case made(String)
    case failed(DecodeProblem.Reason, String)
    case untold

    package var reason: DecodeProblem.Reason? {
      if case .failed(let reason, _) = self { reason } else { nil }
    }

    package var message: String? {
      if case .failed(_, let message) = self { message } else { nil }
    }

    package var text: String? {
      if case .made(let text) = self { text } else { nil }
    }
  }
}
