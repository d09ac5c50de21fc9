package import Engine
internal import JSON
internal import Terminals

/// An offer as a notification: its texts, its buttons and its picture.
///
/// Texts that others wrote, such as file names, have neither line ends nor characters that hide or
/// reorder, and are not longer than a desktop shows.
package struct DesktopNotice: Hashable, Sendable {
  package let title: String
  /// What is offered; tells apart what has one title.
  package private(set) var subject: String
  /// The words of a plain yes; nil for a notice that asks nothing.
  package let acceptLabel: String?
  package let actions: [OfferAction]
  package let picture: OfferPicture?

  /// A plain yes where the rule has no words for it.
  private static let yes = "Yes"
  private static let longestTitle = 120
  private static let longestSubject = 400
  /// So many names of a group are shown.
  private static let shownNames = 4

  package init(_ offer: Offer) {
    let age = offer.age.flatMap(QuantityText.age)
    let facts = [Self.plain(offer.subject, 200), age, offer.place.map { "\($0)" }]
    self.init(offer, offer.title, facts.compactMap(\.self).joined(separator: ", "))
  }

  /// - Parameter group: one question, which all answer alike.
  package init(_ group: OfferGroup) {
    let names = group.offers.prefix(Self.shownNames).map { Self.plain($0.subject, 60) }
    let more = group.offers.count > names.count ? " …" : ""
    self.init(
      group.offers[0], group.title,
      "\(QuantityText.grouped(group.offers.count)) \(group.noun): "
        + names.joined(separator: ", ") + more)
  }

  /// A notice that asks nothing.
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
    for scalar in text.unicodeScalars {
      plain.unicodeScalars.append(scalar.misleadsTerminals ? " " : scalar)
    }
    return plain.count > longest ? plain.prefix(longest - 1) + "…" : plain
  }

  /// The same in other words, though none that show, where it says what another notice said.
  func toldApart(from other: DesktopNotice?) -> DesktopNotice {
    guard let other, other.title == title, other.subject == subject else { return self }
    var notice = self
    notice.subject += "\u{200B}"
    return notice
  }

  /// The subject for a desktop that reads markup in it.
  package var markedUpSubject: String {
    subject.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
