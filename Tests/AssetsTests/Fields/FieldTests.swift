import Assets
import Testing

@Suite struct FieldTests {
  @Test func isFoundByItsName() {
    for field in Field.allCases { #expect(Field(name: field.name) == field) }
    #expect(Set(Field.allCases.map(\.name)).count == Field.allCases.count)
    #expect(Field(name: "creationdate") == nil)
    #expect(Field(name: "") == nil)
  }

  @Test func numbersAllFieldsInOrderThenTheAddedOnes() {
    #expect(MemoryLayout<Field>.size == 1)
    #expect(Field.allCases.first == .localIdentifier && Field.allCases.last == .labels)
    let all = Field.allCases + AddedPlace.allCases.map(Field.added)
    #expect(all.map { Int($0.number) } == Array(all.indices))
    #expect(all.map { Field(number: $0.number) } == all)
    #expect(Field(number: UInt8(all.count)) == nil)
    #expect(all.map(\.addedPlace) == Field.allCases.map { _ in nil } + Array(0..<40))
    #expect((0..<40).map(Field.init(addedAt:)) == AddedPlace.allCases.map(Field.added))
  }

  @Test func knowsWhatIsCheapToAsk() {
    #expect(Field.filename.facet == .entry)
    #expect(Field.fileSize.facet == .stat)
    #expect(Field.creationDate.facet == .header)
    #expect(Field.exif.facet == .metadata)
    #expect(Field.sha1.facet == .digest)
    #expect(Field.labels.facet == .findings)
    #expect(Facet.allCases == Facet.allCases.sorted())
  }

  @Test func listsTheTextsThatItCanBe() {
    #expect(Field.mediaType.knownTexts == ["unknown", "image", "video", "audio"])
    #expect(Field.mediaSubtypes.knownTexts?.contains("photoScreenshot") == true)
    #expect(Field.filename.knownTexts == nil)
  }
}
