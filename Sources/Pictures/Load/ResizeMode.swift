/// How exactly a size is kept to, as PHImageRequestOptionsResizeMode names it.
enum ResizeMode: String, CaseIterable, Sendable {
  /// All pixels, whatever their number.
  case none
  /// Made smaller to fit, never larger.
  case fast
  /// Made smaller or larger to fit.
  case exact
}
