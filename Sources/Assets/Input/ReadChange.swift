/// What became of an asset or album by the record of a change, for the record that it goes on as.
struct ReadChange: Finding {
  /// Such as `inserted`.
  let type: String

  private static let name = "change"

  var recordKeys: [StaticString] { ["change"] }

  func write(into writer: inout RecordWriter) {
    writer.write("change", type)
  }

  /// Notes it in the asset: in the field that the rule declares, or for the record alone.
  func note(in asset: Asset, _ fields: FieldTable) {
    let findings = asset.findingsForWriting()
    if let field = fields.field(named: Self.name), [.text, .value].contains(fields.type(of: field))
    {
      findings.set(.string(type), of: field)
    } else {
      findings[ReadChange.self] = self
    }
  }
}
