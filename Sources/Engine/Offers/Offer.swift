/// A question to the user about one asset.
public struct Offer: Hashable, Sendable {
  /// The question, such as "Send this screenshot?".
  public let title: String
  /// The line below the question: the file name of the asset, unless the rule has other words.
  public let subject: String
  /// The path of the original; nil where it has none.
  public let path: String?
  /// How long ago it was taken, in milliseconds; nil when that is not known.
  public let age: Int64?
  /// When it was taken; nil when that is not known.
  public let date: Instant?
  /// How long the question stays, in milliseconds.
  public let duration: Int64
  /// Which of how many questions it is; nil for the only one, and where the number is not known.
  public let place: Place?
  /// The answers beside a plain yes that take it, in the order in which they are shown.
  public let actions: [OfferAction]
  /// The words for a plain yes; nil where the rule has none.
  public let acceptLabel: String?
  /// The asset as a small picture, for a notifier that shows one; nil where none can be made.
  public let picture: OfferPicture?

  /// `2 of 4`.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let number: Int
    public let count: Int

    public init(_ number: Int, of count: Int) {
      self.number = number
      self.count = count
    }

    public var description: String { "\(number) of \(count)" }
  }

  public init(
    title: String, subject: String, path: String?, age: Int64?, duration: Int64,
    date: Instant? = nil, place: Place? = nil, actions: [OfferAction] = [],
    acceptLabel: String? = nil, picture: OfferPicture? = nil
  ) {
    self.title = title
    self.subject = subject
    self.path = path
    self.age = age
    self.duration = duration
    self.date = date
    self.place = place
    self.actions = actions
    self.acceptLabel = acceptLabel
    self.picture = picture
  }
}

/// One question about several assets, such as "4 screenshots".
public struct OfferGroup: Hashable, Sendable {
  /// The question, such as "Send these screenshots?".
  public let title: String
  /// The noun for the assets, in the plural: "screenshots".
  public let noun: String
  /// At least two, in order.
  public let offers: [Offer]
  /// How long the question stays, in milliseconds.
  public let duration: Int64

  public init(title: String, noun: String, offers: [Offer], duration: Int64) {
    self.title = title
    self.noun = noun
    self.offers = offers
    self.duration = duration
  }

  /// `4 screenshots`.
  public var subject: String { "\(offers.count) \(noun)" }
}
