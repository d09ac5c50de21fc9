import Assets
import Files
import Platform
import Testing

@testable import Engine

/// The values of fields that a library adds.
@Suite struct AddedValueTests {
  /// Dictionaries have another order in each process, and in each copy.
  @Test func theyStandInTheOrderOfTheirDeclarations() throws {
    let names = (0..<12).map { "mood\($0)" }
    let fields = FieldTable(names.map { .text($0, "a mood") })
    for capacity in 1...20 {
      var added = [String: FieldValue](minimumCapacity: capacity * 16)
      for name in names.shuffled() { added[name] = .string("glad") }
      let files = AssetFiles(library: OwnedBytes(Array("/l".utf8)), HeaderReaderPool(), fields)
      let asset = files.asset("/nowhere/a.png", added: added)
      var writer = RecordWriter(capacity: 1 << 10)
      writer.fields = fields
      asset.writeExtras(into: &writer)
      let text = String(decoding: writer.buffer.bytes, as: UTF8.self)
      let found = text.matches(of: /"(mood\d+)"/).map { String($0.1) }
      #expect(found == names)
    }
  }
}
