/// Numbers as the table shows them.
enum Figure {
  static func seconds(_ seconds: Double) -> String {
    if seconds < 0.000_001 { return "\(significant(seconds * 1e9)) ns" }
    if seconds < 0.000_1 { return "\(significant(seconds * 1e6)) µs" }
    if seconds < 1 { return "\(significant(seconds * 1000)) ms" }
    return "\(significant(seconds)) s"
  }

  static func megabytes(_ bytes: Int) -> String {
    "\(significant(Double(bytes) / 1_000_000)) MB"
  }

  /// Three digits that count, and no more decimals than two.
  static func significant(_ value: Double) -> String {
    if value >= 100 { return plain(value.rounded()) }
    if value >= 10 { return plain((value * 10).rounded() / 10) }
    return plain((value * 100).rounded() / 100)
  }

  /// Without a fraction that says nothing.
  static func plain(_ value: Double) -> String {
    guard let whole = Int(exactly: value) else { return "\(value)" }
    return "\(whole)"
  }
}
