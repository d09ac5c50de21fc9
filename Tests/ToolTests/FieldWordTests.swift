import AssetSupport
import Assets
import LuaBridge
import Media
import Pipeline
import PipelineSupport
import Platform
import TestSupport
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The words of the fields that have no other texts.
@Suite struct FieldWordTests {
  private static let words = Field.allCases.flatMap { field in
    (field.knownTexts ?? []).map { (field: field, word: $0) }
  }

  private let loader = RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { _ in })

  private static func value(_ word: String, of field: Field) -> FieldValue {
    if field == .mediaSubtypes {
      return .subtypes(
        MediaSubtypes.named.reduce(into: []) { if "\($1.name)" == word { $0.insert($1.subtype) } })
    }
    if field == .damage, let damage = Damage.allCases.first(where: { "\($0.name)" == word }) {
      return .text(TextSpan(damage.name))
    }
    return field.type == .texts ? .texts([word]) : .string(word)
  }

  private static func record(of asset: Asset) -> String {
    var writer = RecordWriter(capacity: 256)
    asset.writeRecord(into: &writer)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  /// Each word is printed, fits the schema, and finds its asset alone, in a rule and by an option.
  @Test func everyWordIsPrintedFoundAndInTheSchema() throws {
    let schema = try SchemaChecker(Checkout.text(of: "docs/record.schema.json"))
    let flags = FindFlag.all(in: .builtin)
    let assets = Self.words.map { ValueAsset([$0.field: Self.value($0.word, of: $0.field)]) }
    for (place, (field, word)) in Self.words.enumerated() {
      let record = Self.record(of: assets[place])
      #expect(record.contains("\"\(word)\""))
      #expect(try schema.problems(of: record) == [], "\(record)")
      let option = try FindQuery(["--\(RuleOption.flag(of: field.name))", word], among: flags)
      for text in [
        "return pipeline { source {}, filter { \(field.name) = \"\(word)\" } }",
        FindQuery.text(of: try option.stages(), from: ["shotflow", "find"]),
      ] {
        let test = try loader.test(in: text)
        #expect(assets.indices.filter { test.matches(assets[$0]) } == [place], "\(text)")
      }
    }
  }

  @Test func wordsOfFilesAndLibrariesAreAmongThem() {
    let fields: Set<Field> = [
      .mediaType, .colorModel, .mediaSubtypes, .damage, .playbackStyle, .burstSelectionTypes,
      .sourceType, .creationDateSource,
    ]
    #expect(Set(Self.words.map(\.field)) == fields)
    #expect(
      Field.creationDateSource.knownTexts == CreationDateSource.allCases.map(\.rawValue)
        + ["photos", "shotwell", "catalogue"])
    #expect(Field.colorModel.knownTexts == ["Gray", "RGB", "CMYK", "Lab"])
    #expect(
      DescribedField(.creationDateSource).fullSummary.hasSuffix("photos, shotwell, catalogue"))
  }
}
