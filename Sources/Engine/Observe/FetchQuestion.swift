/// What a fetch asks at one moment, with every constant in place.
struct FetchQuestion: Hashable, Sendable {
  /// Equal for equal questions; tests such as `within` ask another one each time.
  let fingerprint: UInt64
  /// Whether libraries that did not change give the same answer: nothing but stored fields decides.
  let isRepeatable: Bool

  init(_ plan: PipelinePlan) {
    var fingerprint = Fingerprint()
    fingerprint.add("\(plan.query.predicate)")
    var fields = plan.query.predicate.fields
    var isRepeatable = true
    for step in plan.steps.prefix(while: { !$0.traits.observes }) {
      fingerprint.add(step.name)
      fingerprint.add(step.detail)
      if let deciding = step.traits.decidingFields {
        fields.formUnion(deciding)
      } else {
        isRepeatable = false
      }
    }
    self.fingerprint = fingerprint.value
    self.isRepeatable = isRepeatable && fields.isDisjoint(with: Self.foundInFiles)
  }

  /// Fields that a library's database does not know.
  private static let foundInFiles: FieldSet = [
    FieldSet(.path), FieldSet(.livePhotoVideoPath), FieldSet(.rawPath), FieldSet(.editedPath),
    FieldSet(.editedVideoPath), FieldSet(.derivativePaths), FieldSet(.exif), FieldSet(.xmp),
    FieldSet(.iptc), FieldSet(.sha1), FieldSet(.sha256),
  ]
}
