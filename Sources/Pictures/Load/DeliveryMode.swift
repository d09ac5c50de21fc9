/// What matters more for a picture, as PHImageRequestOptionsDeliveryMode names it.
enum DeliveryMode: String, CaseIterable, Sendable {
  /// Good enough and soon: a smaller picture inside the original may be used if it is large enough.
  case fastFormat
  /// The picture that the original's own pixels give.
  case highQualityFormat
  /// What is there soon first, then what ``highQualityFormat`` gives.
  case opportunistic
}
