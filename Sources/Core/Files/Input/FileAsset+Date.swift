internal import Media

extension FileAsset {
  /// The time of capture by the file and what is beside it; nil on failure.
  var creationDate: CreationDate? {
    guard let facts = facts() else { return nil }
    guard sidecarContext != nil, let status = latestStatus else { return facts.date }
    return CreationDate(
      facts.header, beside: sidecar, half: facts.pair?.otherDate, name: place.name, status: status,
      zone: headers.zone)
  }

  /// Returns the value of a field of the header, for a file with sidecars.
  func sidecarValue(of field: Field) -> FieldValue {
    guard let facts = facts() else { return .absent }
    switch field {
    case .creationDate: return creationDate.map { .date($0.instant) } ?? .absent
    case .creationDateSource: return creationDate.map { .string($0.source.rawValue) } ?? .absent
    case .creationDateOffset: return creationDate?.offset ?? .absent
    case .location:
      guard let place = sidecar?.location else { return facts.value(of: field) }
      return .location(Location(rounding: place))
    default: return facts.value(of: field)
    }
  }
}
