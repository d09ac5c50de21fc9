package import Decoding

/// A picture's size as a rule writes it.
package enum SizeArgument: Hashable, Sendable {
  /// All pixels; `PHImageManagerMaximumSize`.
  case maximum
  case pixels(PictureSize)

  /// The longest side that can be asked for.
  private static let longestSide = 16_384

  /// Nil for what is no size.
  package init?(_ value: ArgumentValue) {
    switch value {
    case .text("maximum"): self = .maximum
    case .list(let sides) where sides.count == 2:
      guard let width = Self.side(sides[0]), let height = Self.side(sides[1]) else { return nil }
      self = .pixels(PictureSize(width: width, height: height))
    default: return nil
    }
  }

  private static func side(_ value: ArgumentValue) -> Int32? {
    let number: Int? =
      switch value {
      case .integer(let number): Int(exactly: number)
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let number, (1...longestSide).contains(number) else { return nil }
    return Int32(number)
  }
}
