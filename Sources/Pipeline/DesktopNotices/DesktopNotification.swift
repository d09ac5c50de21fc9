package import Engine
internal import Platform

/// An offer as a desktop notification. Untrusted texts, such as file names, are stripped of line
/// ends and of characters that hide or reorder text, and shortened to what desktops show.
package struct DesktopNotification: Hashable, Sendable {
  /// The question, or the title of a notification without one.
  package let title: String
  /// The text below the title; distinguishes notifications with the same title.
  package private(set) var subject: String
  /// The label of the button that accepts without an action; nil without a question.
  package private(set) var acceptLabel: String?
  /// The actions that accept the offer in another way, each with a button.
  package private(set) var actions: [OfferAction]
  /// The picture of the offered asset; nil without one.
  package let picture: OfferPicture?

  private static let yes = "Yes"
  private static let choose = "Choose…"
  private static let longestTitle = 120
  private static let longestSubject = 400
  /// The most scalars of a shown character on average; joined emoji and letters of several scripts
  /// have fewer.
  private static let scalarsPerCharacter = 8
  /// The number of names of a group that are shown.
  private static let shownNames = 4

  package init(_ offer: Offer) {
    let age = offer.age.flatMap(QuantityText.age)
    let facts = [Self.plain(offer.subject, 200), age, offer.place.map { "\($0)" }]
    self.init(offer, offer.title, facts.compactMap(\.self).joined(separator: ", "))
  }

  /// Creates a question about several assets, with one answer for all, or with a button to choose
  /// among them in place of the answers.
  package init(_ group: OfferGroup, letsChoose: Bool = false) {
    let names = group.offers.prefix(Self.shownNames).map { Self.plain($0.subject, 60) }
    let more = group.offers.count > names.count ? " …" : ""
    self.init(
      group.offers[0], group.title,
      "\(QuantityText.grouped(group.offers.count)) \(group.noun): "
        + names.joined(separator: ", ") + more)
    if letsChoose { (acceptLabel, actions) = (Self.choose, []) }
  }

  /// Creates a notification without a question.
  package init(telling title: String, _ text: String) {
    self.title = Self.plain(title, Self.longestTitle)
    subject = Self.plain(text, Self.longestSubject)
    (acceptLabel, actions, picture) = (nil, [], nil)
  }

  private init(_ offer: Offer, _ title: String, _ subject: String) {
    self.title = Self.plain(title, Self.longestTitle)
    self.subject = Self.plain(subject, Self.longestSubject)
    acceptLabel = Self.plain(offer.acceptLabel ?? Self.yes, Self.longestTitle)
    actions = offer.actions.map {
      OfferAction($0.name, label: Self.plain($0.label, Self.longestTitle))
    }
    picture = offer.picture
  }

  private static func plain(_ text: String, _ longest: Int) -> String {
    var plain = ""
    // A character may have any number of marks.
    let mostScalars = longest * Self.scalarsPerCharacter
    for scalar in text.unicodeScalars.prefix(mostScalars) {
      plain.unicodeScalars.append(scalar.misleadsTerminals ? " " : scalar)
    }
    let isCut = text.unicodeScalars.count > mostScalars
    return isCut || plain.count > longest ? plain.prefix(longest - 1) + "…" : plain
  }

  /// Returns the notification, with an invisible change if its texts equal those of another.
  func distinguished(from other: DesktopNotification?) -> DesktopNotification {
    guard let other, other.title == title, other.subject == subject else { return self }
    var notice = self
    notice.subject += "\u{200B}"
    return notice
  }

  /// The text below the title, escaped for a desktop that parses markup.
  package var markedUpSubject: String {
    subject.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }
}
