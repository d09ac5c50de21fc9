package import Platform

extension Asset {
  /// Calls `body` with the asset's record as JSON, after reading `members` that it has on request.
  package func withRecord<Result>(
    reading members: [String], _ fields: FieldTable,
    _ body: (JSONElement) throws -> Result
  ) throws -> Result {
    for name in members {
      let first = name.split(separator: ".").first.map(String.init) ?? name
      guard let field = fields.field(named: first) else { continue }
      try load(field)
    }
    if let failure { throw failure }
    var writer = RecordWriter(capacity: 1 << 12)
    writer.fields = fields
    writeRecord(into: &writer)
    let record: JSONElement
    do {
      record = try JSONElement(checking: writer.buffer.bytes, deepest: Self.deepest)
    } catch {
      throw FileProblem("its record is no JSON")
    }
    return try body(record)
  }

  /// Reads the value of a field that records carry only on request, so that the record then has it.
  package func load(_ field: Field) throws(AssetFailure) {
    switch field.facet {
    case .digest, .end: _ = value(of: field)
    case .metadata: try loadMetadata()
    case .descriptive:
      if findings?.value(of: field) != nil || sourceValue(of: field).isPresent { return }
      let value = descriptiveValue(of: field)
      if value.isPresent { findingsForWriting().carry(value, of: field) }
    case .entry where field == .albumPaths: _ = value(of: field)
    case .entry, .stat, .header, .findings: break
    }
  }

  private static var deepest: Int { 64 }

  /// Fills in a template from the asset's record.
  ///
  /// - Throws: ``AssetFailure`` when a member can't be read.
  package func text(of template: RecordTemplate, _ fields: FieldTable) throws -> String {
    try withRecord(reading: template.members.map(\.path.name), fields) { record in
      var buffer = ByteBuffer(capacity: 256)
      template.write(record, into: &buffer)
      return String(decoding: buffer.bytes, as: UTF8.self)
    }
  }
}
