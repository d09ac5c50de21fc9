internal import Assets
internal import Platform
internal import Synchronization

/// The whole answer of the tool to a request.
struct FeedAnswer: Sendable {
  /// The records, with ``FeedLine/unreadable(_:)`` in the place of each one that is missing.
  var lines: [FeedLine] = []
  var end: FeedEnd?

  /// Sends a request and waits for the whole answer. Throws the tool's reason if the request fails;
  /// cancels it and throws ``FeedProblem/clientGone`` if the browser closes the connection.
  static func of(
    _ members: String, from feed: Feed, for client: HTTPConnection
  ) throws(FeedProblem) -> FeedAnswer {
    let gathered = Gathered()
    let number = feed.send(members) { line in
      gathered.take(line)
      if line.isLast { client.wake() }
    }
    guard let result = client.wait(until: { gathered.result }) else {
      feed.cancel(number)
      throw .clientGone
    }
    return try result.get()
  }

  private final class Gathered: Sendable {
    private let state = Lock<(answer: FeedAnswer, result: Result<FeedAnswer, FeedProblem>?)>(
      (FeedAnswer(), nil))

    var result: Result<FeedAnswer, FeedProblem>? { state.withLock { $0.result } }

    func take(_ line: FeedLine) {
      state.withLock { state in
        switch line {
        case .end(let end):
          state.answer.end = end
          state.result = .success(state.answer)
        case .failed(let reason): state.result = .failure(.failed(reason))
        default: state.answer.lines.append(line)
        }
      }
    }
  }
}

enum FeedProblem: Error, Hashable, Sendable {
  case failed(String)
  case clientGone
}

extension HTTPResponse {
  init(_ problem: FeedProblem) {
    switch problem {
    case .failed(let reason): self.init(.unavailable, text: PublicReason.of(reason))
    case .clientGone: self.init(.gone, text: "the browser does not wait for it any more")
    }
  }
}

/// The texts of failures for a page, without paths of this computer.
enum PublicReason {
  static func of(_ reason: String) -> String {
    if isAbsence(reason) { return "the library is gone; it is shown again when it is back" }
    if reason.contains("/") { return "it can't be read; shotflow run tells why" }
    // The end of a program that makes stills says nothing to the user of a page.
    return reason.hasPrefix("ffmpeg")
      ? "no still can be made of this video; it may be damaged" : reason
  }

  /// True for the tool's sentences about a library that is not there: of one whose changes are
  /// followed, and of one that is read.
  private static func isAbsence(_ reason: String) -> Bool {
    reason.hasSuffix(" is gone; its changes come when it is back")
      || reason.hasPrefix("library \"") && reason.hasSuffix("\": no such file or folder")
  }
}
