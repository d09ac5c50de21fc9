import Foundation
import Pipeline

/// Appends each offer to a file, one a line, and asks nothing.
public struct LogNotifier: Notifier {
  public static let description = NotifierDescription(
    name: "log", summary: "appends each offer to a file")

  private let path: String

  public init(path: String) {
    self.path = path
  }

  public func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(fileURLWithPath: path))
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seekToEnd()
    let line = "\(offer.title) \(offer.subject)".replacing("\n", with: " ")
    try file.write(contentsOf: Data("\(line)\n".utf8))
    return .delivered
  }
}
