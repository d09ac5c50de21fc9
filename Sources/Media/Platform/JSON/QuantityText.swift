/// Numbers formatted for people.
package enum QuantityText {
  /// Returns a number with grouped digits: `1,204`.
  package static func grouped(_ number: Int) -> String {
    var result = ""
    let digits = String(number.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return number < 0 ? "-" + result : result
  }

  /// Returns `0.5`, with that many digits after the point; 0 for a negative number or NaN.
  package static func fixed(_ number: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = number * Double(scale)
    guard scaled > 0 else { return fixed(whole: 0, scale: scale, digits: digits) }
    let rounded = scaled < 1e15 ? Int(scaled.rounded()) : 1_000_000_000_000_000
    return fixed(whole: rounded, scale: scale, digits: digits)
  }

  private static func fixed(whole: Int, scale: Int, digits: Int) -> String {
    guard digits > 0 else { return String(whole) }
    let fraction = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// Returns a rate, with a decimal place below 100: `48.2`, `1,204`.
  package static func rate(_ number: Double) -> String {
    number >= 100 ? grouped(Int(min(number, 1e15).rounded())) : fixed(number, digits: 1)
  }

  /// Returns `512 B` or `3.4 MB`, in powers of 1,000, as file managers count.
  package static func bytes(_ count: Int) -> String {
    var value = Double(max(0, count))
    if value < 1000 { return "\(Int(value)) B" }
    for unit in ["kB", "MB", "GB", "TB"] {
      value /= 1000
      // 999.95 would be rounded to 1000.0.
      if value < 999.95 { return "\(fixed(value, digits: 1)) \(unit)" }
    }
    return "\(fixed(value / 1000, digits: 1)) PB"
  }

  /// Returns seconds as minutes and, if there are any, hours: `0:23`, `1:02:03`.
  package static func time(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
    if hours == 0 { return "\(minutes):\(twoDigits(seconds % 60))" }
    return "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns `4 s ago`; nil for a time in the future.
  package static func age(milliseconds: Int64) -> String? {
    guard milliseconds >= 0 else { return nil }
    let seconds = milliseconds / 1000
    switch seconds {
    case 0: return "just now"
    case ..<60: return "\(seconds) s ago"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3600) h ago"
    default: return "\(grouped(Int(seconds / 86_400))) d ago"
    }
  }
}
