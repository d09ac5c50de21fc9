/// A question to the user about one asset.
public struct Offer: Hashable, Sendable {
  /// The question, such as "Send this screenshot?".
  public let title: String
  /// The file name of the asset.
  public let subject: String
  /// The path of the original; nil where it has none.
  public let path: String?
  /// How long ago it was taken, in milliseconds; nil when that is not known.
  public let age: Int64?
  /// How long the question stays, in milliseconds.
  public let duration: Int64

  public init(title: String, subject: String, path: String?, age: Int64?, duration: Int64) {
    self.title = title
    self.subject = subject
    self.path = path
    self.age = age
    self.duration = duration
  }
}
