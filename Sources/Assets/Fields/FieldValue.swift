/// An asset's answer for a field.
///
/// `text` is in the asset, `string` was made for the answer; they mean the same. `texts` and
/// `subtypes` are sets: a test holds when it holds for one member.
public enum FieldValue: Sendable {
  case absent
  case flag(Bool)
  case integer(Int64)
  case number(Double)
  case date(Instant)
  case text(TextSpan)
  case string(String)
  case texts([String])
  case subtypes(MediaSubtypes)
  case location(Location)
  /// A JSON object.
  case object(TextSpan)
}
