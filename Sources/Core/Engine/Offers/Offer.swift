/// A question to the user about one asset.
public struct Offer: Hashable, Sendable {
  /// The question, such as "Send this screenshot?".
  public let title: String
  /// The line below the question: the file name of the asset, unless the rule sets another text.
  public let subject: String
  /// The path of the original; nil if it has none.
  public let path: String?
  /// The time since the asset was taken, in milliseconds; nil when it is unknown.
  public let age: Int64?
  /// The moment at which the asset was taken; nil when it is unknown.
  public let date: Instant?
  /// The time for which the question is shown, in milliseconds.
  public let duration: Int64
  /// The position among several questions; nil for the only one, and where their number is unknown.
  public let place: Place?
  /// The additional answers that accept the offer, in the order in which they are shown.
  public let actions: [OfferAction]
  /// The label of the plain acceptance; nil where the rule sets none.
  public let acceptLabel: String?
  /// The asset as a small picture, for a notifier that shows one; nil where none can be made.
  public let picture: OfferPicture?

  /// A position such as `2 of 4`.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The position, from 1.
    public let number: Int
    /// The number of questions.
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
  /// The offers in order, at least two.
  public let offers: [Offer]
  /// The time for which the question is shown, in milliseconds.
  public let duration: Int64

  public init(title: String, noun: String, offers: [Offer], duration: Int64) {
    self.title = title
    self.noun = noun
    self.offers = offers
    self.duration = duration
  }

  /// The number and the noun, such as `4 screenshots`.
  public var subject: String { "\(offers.count) \(noun)" }
}

/// One of the answers that accept an offer, such as a button.
public struct OfferAction: Hashable, Sendable {
  /// The name, which is the record's `prompt.action`.
  public let name: String
  /// The label that the user reads.
  public let label: String

  public init(_ name: String, label: String) {
    self.name = name
    self.label = label
  }
}
