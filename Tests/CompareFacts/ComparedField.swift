/// A field that is compared for each file.
enum ComparedField: String, CaseIterable {
  case type, size, orientation, make, model
  case date, offset, place, altitude
  case lens, software, comment, duration, frameRate
  case colorModel, depth, profileName, alpha
  case title, caption, keywords, rating, creator, copyright, people

  /// One difference that nothing explains may be among so many values.
  var bar: Int {
    switch self {
    case .type, .size, .orientation, .make, .model: 500
    case .title, .caption, .keywords, .rating, .creator, .copyright, .people: 300
    default: 100
    }
  }

  /// True if a file without a value says so; exiftool does not always print the others.
  var countsWhereAbsent: Bool {
    switch self {
    case .duration, .frameRate, .colorModel, .depth, .profileName, .alpha, .altitude: false
    default: true
    }
  }

  /// Returns true if two values agree: numbers within rounding, all else exactly.
  func agree(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let (left, right) = (Self.numbers(one), Self.numbers(other))
    guard !left.isEmpty, left.count == right.count else { return false }
    return zip(left, right).allSatisfy { abs($0 - $1) <= tolerance(for: $0) }
  }

  private func tolerance(for value: Double) -> Double {
    switch self {
    case .place: 0.000_02
    case .altitude: 0.02
    case .date: 1
    case .duration: 0.002
    case .frameRate: value * 0.001
    default: 0
    }
  }

  private static func numbers(_ text: String) -> [Double] {
    let parts = text.split { ", ".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count ? numbers : []
  }
}
