internal import JSON

/// What the stages of a run learned of one asset; confined to the lane that holds the asset.
@usableFromInline package final class Findings {
  /// Why the asset can't go on.
  ///
  /// Confinement rules overlapping accesses out, and where a function fails for each asset the check
  /// for them costs more than a test does.
  @exclusivity(unchecked)
  @usableFromInline package var failure: AssetFailure?
  /// How far the loading of the asset is, once that began.
  package var progress: ItemProgress?
  /// Whether a later step will most likely drop the asset, so that nothing is read ahead of it.
  package var isLikelyDropped = false
  /// Labels given by classify stages, in the order of the rule.
  package var labels: [String] = []
  /// Hashes of the original's bytes, once something needed them.
  package var digests: [ContentDigest] = []
  /// All that the file's metadata says, once something asked for it.
  package var metadata: (any AssetMetadata)?
  /// Whether the record carries ``metadata``, as a load stage wants it.
  package var writesMetadata = false
  /// What the record of the asset is part of, in a rule that tells changes instead of assets.
  package var frame: (any RecordFrame)?
  /// Values of fields that stages added, in the order in which they were found.
  package private(set) var values: [Added] = []

  /// The value of an added field.
  package struct Added {
    package let field: Field
    package let value: FieldValue
    /// Whether the record carries it.
    package let isRecorded: Bool
    /// Holds the bytes of an object.
    fileprivate var owner: OwnedBytes?
  }

  private var kept: [any Finding] = []

  /// What was found of one kind; there is at most one of each.
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

  /// What was found, in the order of the record.
  package var recorded: [any Finding] {
    kept.count < 2
      ? kept
      : kept.sorted { type(of: $0).recordPlace < type(of: $1).recordPlace }
  }

  /// The value of an added field; nil where no stage found one.
  package func value(of field: Field) -> FieldValue? {
    for added in values where added.field == field { return added.value }
    return nil
  }

  /// Notes the value of an added field, in place of an earlier one.
  ///
  /// A number that records have no word for, and a list of nothing, are no value.
  ///
  /// - Parameters:
  ///   - value: made for the purpose, as no text that lies in an asset may be kept.
  ///   - isRecorded: whether the record carries it.
  package func set(_ value: FieldValue, of field: Field, isRecorded: Bool = true) {
    values.removeAll { $0.field == field }
    if case .number(let number) = value, !number.isFinite { return }
    guard value.isPresent else { return }
    values.append(Added(field: field, value: value, isRecorded: isRecorded))
  }

  /// Notes an object that a finding records, in place of an earlier one, the record's own included.
  ///
  /// - Parameters:
  ///   - json: the object as a whole.
  ///   - members: its values, absent ones too.
  package func set(_ json: OwnedBytes, of field: Field, members: [(Field, FieldValue)]) {
    let fields = [field] + members.map(\.0)
    values.removeAll { fields.contains($0.field) }
    values.append(
      Added(field: field, value: .object(json.span), isRecorded: false, owner: json))
    for (field, value) in members {
      values.append(Added(field: field, value: value, isRecorded: false))
    }
  }
}

/// Something that a stage found out of an asset, for the stages behind it and for the record.
package protocol Finding {
  /// Where it stands in the record among other findings.
  static var recordPlace: Int { get }

  /// The members of the record that it writes; those that came with the asset are left out.
  var recordKeys: [StaticString] { get }

  func write(into writer: inout RecordWriter)
}

extension Finding {
  package static var recordPlace: Int { 0 }
  package var recordKeys: [StaticString] { [] }
  package func write(into writer: inout RecordWriter) {}
}

/// A record that another one stands in.
package protocol RecordFrame {
  /// Writes the whole record; `writeAsset` writes that of the asset within it.
  func write(into writer: inout RecordWriter, writeAsset: (inout RecordWriter) -> Void)
}

extension Findings {
  /// The members of a record that these findings write.
  package var recordKeys: [StaticString] {
    var keys: [StaticString] = digests.map(\.algorithm.key)
    if !labels.isEmpty { keys.append("labels") }
    if writesMetadata { keys += ["exif", "xmp", "iptc"] }
    return recorded.reduce(into: keys) { $0 += $1.recordKeys }
  }
}

extension Findings {
  /// Adds what tells the asset from one of which the stages found something else.
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
  /// Writes what the stages found.
  package mutating func write(_ findings: Findings) {
    if !findings.labels.isEmpty { write("labels", findings.labels) }
    for added in findings.values where added.isRecorded { write(added.field, added.value) }
    for digest in findings.digests { write(digest.algorithm.key, digest.hexadecimal) }
    if findings.writesMetadata, let metadata = findings.metadata {
      for field in [Field.exif, .xmp, .iptc] { write(field, metadata.value(of: field)) }
    }
    for finding in findings.recorded { finding.write(into: &self) }
  }
}

extension DigestAlgorithm {
  package var key: StaticString {
    switch self {
    case .sha1: "sha1"
    case .sha256: "sha256"
    }
  }

  package var field: Field {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}
