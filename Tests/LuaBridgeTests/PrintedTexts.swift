import Platform
import Synchronization

/// The texts that rules printed.
final class PrintedTexts: Sendable {
  private let texts = Lock<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) {
    texts.withLock { $0.append(text) }
  }
}
