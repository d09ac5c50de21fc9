internal import Platform

/// The results that a run's stages have for one asset; used only by the asset's worker.
@usableFromInline package final class Findings {
  /// The error that stopped work on the asset; nil while none exists. Not checked for exclusive
  /// access, which costs more than a test if every asset fails: only one worker uses the asset.
  @exclusivity(unchecked)
  @usableFromInline package var failure: AssetFailure?
  /// The progress of loading the asset; nil until that begins.
  package var progress: ItemProgress?
  /// True if a later step will most likely drop the asset; nothing is then read in advance.
  package var isLikelyDropped = false
  /// Labels given by classify stages, in the order of the rule.
  package var labels: [String] = []
  /// The albums that the asset is in; nil until they are looked up.
  package var albumPaths: [AlbumPath]?
  /// Hashes of the original's bytes that were computed.
  package var digests: [ContentDigest] = []
  /// The state of the original's bytes; nil until they are examined.
  package var originalState: OriginalState?
  /// True if the record carries the damage, as a stage or the user asks for it.
  package var writesDamage = false
  /// The file's metadata; nil until it is read.
  package var metadata: (any AssetMetadata)?
  /// True if the record carries ``metadata``, as a load stage requires.
  package var writesMetadata = false
  /// Values of descriptive fields that the record carries on request, as the source has none.
  package private(set) var typed: [(field: Field, value: FieldValue)] = []
  /// The record that encloses the asset's, in a rule that reports changes; nil in other rules.
  package var frame: (any RecordFrame)?
  /// Values of fields that stages added, in the order in which they were found.
  package private(set) var values: [AddedValue] = []

  /// The value of a field that a stage added.
  package struct AddedValue {
    package let field: Field
    package let value: FieldValue
    /// True if the value is written to the record.
    package let isRecorded: Bool
    fileprivate var owner: OwnedBytes?
  }

  private var kept: [any Finding] = []

  /// The finding of a type, of which an asset has at most one; nil if no stage attached one.
  package subscript<Kind: Finding>(_ kind: Kind.Type) -> Kind? {
    get {
      for finding in kept where type(of: finding) == kind { return finding as? Kind }
      return nil
    }
    set {
      if !kept.isEmpty { kept.removeAll { type(of: $0) == kind } }
      if let newValue { kept.append(newValue) }
    }
  }

  /// The findings, in the order in which the record has them.
  package var recorded: [any Finding] {
    kept.count < 2
      ? kept
      : kept.sorted { type(of: $0).recordPlace < type(of: $1).recordPlace }
  }

  /// Returns the value of an added field; nil where no stage found one.
  package func value(of field: Field) -> FieldValue? {
    for added in values where added.field == field { return added.value }
    return nil
  }

  /// Sets the value of an added field, in place of an earlier one.
  ///
  /// A number that JSON can't express and an empty list are ignored.
  ///
  /// - Parameters:
  ///   - value: a value that owns its text, as text inside an asset must not be stored.
  ///   - isRecorded: true if the record carries it.
  package func set(_ value: FieldValue, of field: Field, isRecorded: Bool = true) {
    values.removeAll { $0.field == field }
    if case .number(let number) = value, !number.isFinite { return }
    guard value.isPresent else { return }
    values.append(AddedValue(field: field, value: value, isRecorded: isRecorded))
  }

  /// Makes the record carry a value of a descriptive field, which owns its text.
  package func carry(_ value: FieldValue, of field: Field) {
    guard value.isPresent, !typed.contains(where: { $0.field == field }) else { return }
    typed.append((field, value))
  }

  /// Sets an object, such as `prompt`, that a finding writes to the record; replaces earlier ones.
  ///
  /// - Parameters:
  ///   - json: the object as JSON text.
  ///   - members: the values of the object's fields, absent ones too.
  package func set(_ json: OwnedBytes, of field: Field, members: [(Field, FieldValue)]) {
    let fields = [field] + members.map(\.0)
    values.removeAll { fields.contains($0.field) }
    values.append(
      AddedValue(field: field, value: .object(json.span), isRecorded: false, owner: json))
    for (field, value) in members {
      values.append(AddedValue(field: field, value: value, isRecorded: false))
    }
  }
}

/// A result of a stage for an asset, for later stages and for the record.
package protocol Finding {
  /// The position in the record among other findings; lower ones come first.
  static var recordPlace: Int { get }

  /// The names of the record members that the finding writes, in place of the asset's of that name.
  var recordKeys: [StaticString] { get }

  /// Writes the finding as members of the asset's record.
  func write(into writer: inout RecordWriter)
}

extension Finding {
  package static var recordPlace: Int { 0 }
  package var recordKeys: [StaticString] { [] }
  package func write(into writer: inout RecordWriter) {}
}

/// A record that encloses the record of an asset.
package protocol RecordFrame {
  /// Writes the whole record; `writeAsset` writes the asset's record within it.
  func write(into writer: inout RecordWriter, writeAsset: (inout RecordWriter) -> Void)
}

extension Findings {
  /// The damage that the record carries; nil if none was found or asked for.
  fileprivate var damage: Damage? {
    guard writesDamage, case .damaged(let damage) = originalState else { return nil }
    return damage
  }

  /// The names of the record's members that these findings write.
  package var recordKeys: [StaticString] {
    var keys: [StaticString] = digests.map(\.algorithm.key)
    if !labels.isEmpty { keys.append("labels") }
    if albumPaths?.isEmpty == false { keys.append("albumPaths") }
    keys += typed.map(\.field.description.key)
    if writesMetadata { keys += ["exif", "xmp", "iptc"] }
    if damage != nil { keys.append("damage") }
    return recorded.reduce(into: keys) { $0 += $1.recordKeys }
  }
}

extension Findings {
  /// Adds the findings to a fingerprint, so that the same asset with other findings differs.
  package func addVersion(to fingerprint: inout Fingerprint, _ fields: FieldTable) {
    for label in labels { fingerprint.add(label) }
    let recorded = values.filter(\.isRecorded)
    if recorded.isEmpty { return }
    var writer = RecordWriter(capacity: 256)
    writer.fields = fields
    for added in recorded { writer.write(added.field, added.value) }
    fingerprint.add(writer.buffer.bytes)
  }
}

extension RecordWriter {
  /// Writes the findings as members of the record.
  package mutating func write(_ findings: Findings) {
    if let paths = findings.albumPaths, !paths.isEmpty {
      write("albumPaths", AlbumPath.texts(of: paths))
    }
    if !findings.labels.isEmpty { write("labels", findings.labels) }
    for (field, value) in findings.typed { write(field, value) }
    for added in findings.values where added.isRecorded { write(added.field, added.value) }
    for digest in findings.digests { write(digest.algorithm.key, digest.hexadecimal) }
    if let damage = findings.damage { write("damage", damage.name) }
    if findings.writesMetadata, let metadata = findings.metadata {
      for field in [Field.exif, .xmp, .iptc] { write(field, metadata.value(of: field)) }
    }
    for finding in findings.recorded { finding.write(into: &self) }
  }
}

extension DigestAlgorithm {
  /// The name of the record's member for hashes of this algorithm.
  package var key: StaticString {
    switch self {
    case .sha1: "sha1"
    case .sha256: "sha256"
    }
  }

  /// The field of hashes of this algorithm.
  package var field: Field {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}
