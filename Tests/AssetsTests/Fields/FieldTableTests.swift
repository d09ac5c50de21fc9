import Assets
import Testing

@Suite struct FieldTableTests {
  private func problem(_ field: AddedField, after earlier: AddedField...) -> String? {
    var table = FieldTable(earlier)
    do throws(FieldProblem) {
      _ = try table.add(field)
      return nil
    } catch {
      #expect(error.name == field.name)
      return error.message
    }
  }

  @Test func whatWasAddedIsKnownByItsName() throws {
    var table = FieldTable()
    let mood = try table.add(.text("mood", "how it looks"))
    let score = try table.add(.number("score_2", "how good it is"))
    #expect(mood != score)
    #expect(table.field(named: "mood") == mood && table.field(named: "score_2") == score)
    #expect(table.field(named: "Mood") == nil && table.field(named: "added0") == nil)
    #expect(table.name(of: score) == "score_2" && table.type(of: score) == .number)
    #expect(table.field(named: "filename") == .filename && table.name(of: .filename) == "filename")
    #expect(table.names.suffix(3) == ["labels", "mood", "score_2"])
    #expect(mood.facet == .findings && Field(name: "mood") == nil)
  }

  @Test func twoStagesMayAddTheSameField() throws {
    var table = FieldTable([.text("mood", "of one stage")])
    #expect(try table.add(.text("mood", "of another")) == table.field(named: "mood"))
    #expect(table.added.count == 1)
    #expect(
      problem(.flag("mood", ""), after: .text("mood", ""))
        == "an earlier stage adds \"mood\" as a text")
  }

  @Test(
    arguments: [
      "", "1st", "_mood", "mood?", "my mood", "mööd", "a-b", String(repeating: "a", count: 41),
    ])
  func aNameIsOfLettersDigitsAndUnderscores(_ name: String) {
    #expect(problem(.text(name, ""))?.contains("can't name a field") == true)
    #expect(!FieldTable.canAdd(name))
  }

  @Test(
    arguments: [
      "filename", "v", "image", "pathBytes", "any", "limit", "sortedBy", "hasItemConformingTo",
    ])
  func aNameIsNotTakenAlready(_ name: String) {
    #expect(problem(.text(name, "")) == "\"\(name)\" is a name that every rule knows already")
    #expect(!FieldTable.canAdd(name))
  }

  @Test func anObjectHasMembersUnderBothNames() throws {
    var table = FieldTable()
    for number in 1...32 { _ = try table.add(.flag("f\(number)", "")) }
    let object = AddedField.object(
      "image", "", members: [.text("kind", "", among: ["big", "small"]), .date("made", "")])
    let field = try table.add(object)
    #expect(table.name(of: field) == "image" && table.type(of: field) == .object)
    let members = table.members(of: field)
    #expect(members.map(table.name) == ["image.kind", "image.made"])
    #expect(members.map(table.type) == [.text, .date])
    #expect(members.map(table.memberName) == ["kind", "made"])
    #expect(members.map(table.knownTexts) == [["big", "small"], nil])
    #expect(table.field(named: "image.made") == members[1])
    #expect(table.memberName(of: field) == nil && table.members(of: members[0]).isEmpty)
    // It takes no room of others, and is one with its twin.
    #expect(try table.add(object) == field)
    #expect(table.added.count == 35)
  }

  @Test func aRuleHasRoomForThirtyTwo() throws {
    var table = FieldTable()
    for number in 1...32 { _ = try table.add(.flag("f\(number)", "")) }
    #expect(throws: FieldProblem("a rule adds at most 32 fields", "f33")) {
      _ = try table.add(.flag("f33", ""))
    }
    #expect(try table.add(.flag("f32", "")).facet == .findings)
    #expect(FieldTable.canAdd(String(repeating: "a", count: 40)))
  }
}
