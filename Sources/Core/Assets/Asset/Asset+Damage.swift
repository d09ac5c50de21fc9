extension Asset {
  /// The state of the original's bytes; nil if there are none, or they can't be read.
  package final var originalState: OriginalState? {
    if let known = findings?.originalState { return known }
    guard let original, let reader = reader as? any DamageReader, let file = try? openOriginal()
    else { return nil }
    // The name of the file itself, as a library may show another one.
    let name = original.pathBytes.split(separator: UInt8(ascii: "/")).last ?? filenameBytes[...]
    guard let state = try? name.withUnsafeBytes({ try reader.state(of: file, name: $0) }) else {
      return nil
    }
    findingsForWriting().originalState = state
    return state
  }

  /// The value of `damage`: the source's, else the file's, which the record carries from then on.
  final var damageValue: FieldValue {
    if case .text(let known) = sourceValue(of: .damage) { return .text(known) }
    guard case .damaged(let damage)? = originalState else { return .absent }
    findingsForWriting().writesDamage = true
    return .text(TextSpan(damage.name))
  }
}
