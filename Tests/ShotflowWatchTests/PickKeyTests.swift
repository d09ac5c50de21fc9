import ProgramSupport
import Samples
import TestSupport
import Testing

/// The effect of each key in the list of `shotflow pick`.
@Suite struct PickKeyTests: PickingSuite {
  let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...6 {
      try world.picture(
        "Screenshot from 2015-09-27 21-29-0\(number).png", seed: UInt64(number))
    }
  }

  @Test func returnEndsWithTheRowUnderTheCursorWhereNothingIsMarked() async throws {
    let first = try await pick([], ("Enter takes this row", "\r"))
    #expect(try names(first) == [name(1)])
    let third = try await pick([], ("0 marked", "\u{1B}[B\u{1B}[B\r"))
    #expect(try names(third) == [name(3)])
    let filtered = try await pick([], ("0 marked", "29-02"), ("1 of 6 listed", "\r"))
    #expect(try names(filtered) == [name(5)])
    // What is marked is taken alone, whatever the filter shows.
    let marked = try await pick(
      [], ("0 marked", "\t"), ("Enter takes the 1 marked", "29-02"), ("1 of 6 listed", "\r"))
    #expect(try names(marked) == [name(1)])
    let none = try await pick(
      [], ("0 marked", "xyz\r"), ("No name has \"xyz\"; Ctrl-U clears it.", "\u{15}"),
      ("6 of 6 listed: \u{1B}[J", "\r"))
    #expect(try names(none) == [name(1)])
  }

  @Test func tabMarksAndGoesDownAndShiftTabUp() async throws {
    let down = try await pick(
      [], ("0 marked", "\t\t"), ("2 marked", "\u{1B}[B\t"), ("3 marked", "\r"))
    #expect(try names(down) == [1, 2, 4].map(name))
    let up = try await pick(
      [], ("0 marked", "\u{1B}[F\u{1B}[Z\u{1B}[Z"), ("2 marked", "\u{1B}[A\u{1B}[Z"),
      ("3 marked", "\r"))
    #expect(try names(up) == [6, 5, 3].map(name))
  }

  @Test func spaceMarksWhereNothingIsTypedAndElseIsText() async throws {
    let result = try await pick(
      [], ("Tab or Space marks", " "), ("1 marked", "from"),
      ("1 marked, 6 of 6 listed: from\u{1B}[J", " "),
      ("1 marked, 6 of 6 listed: from \u{1B}[J", "\r"))
    #expect(try names(result) == [name(1)])
  }

  @Test func ctrlAMarksAllThatAreListed() async throws {
    let all = try await pick([], ("0 marked", "\u{1}"), ("6 marked", "\r"))
    #expect(try names(all) == (1...6).map(name))
    let listed = try await pick(
      [], ("0 marked", "29-03"), ("1 of 6 listed", "\u{1}\u{15}"), ("1 marked, 6 of 6", "\u{1}"),
      ("6 marked", "29-03"), ("1 of 6 listed", "\u{1}"), ("5 marked", "\r"))
    // A second one takes the marks of those listed away.
    #expect(try names(listed) == [1, 2, 3, 5, 6].map(name))
    let few = try await pick(
      ["--limit", "2"], ("0 of 2", "\u{1}"), ("At most 2 can be marked", "\r"))
    #expect(try names(few) == [1, 2].map(name))
  }

  /// The line above the list, on terminals of three widths.
  @Test(arguments: [
    (
      140,
      "Type to filter, Tab or Space marks, Shift-Tab marks upwards, Ctrl-A marks all, Ctrl-U clears"
        + " the text, Enter takes this row, Esc cancels"
    ), (80, "Type to filter, Tab or Space marks, Enter takes this row, Esc cancels"),
    (30, "Tab, Enter, Esc"),
  ])
  func theHeaderSaysWhatTheKeysDo(_ columns: Int, _ header: String) async throws {
    let program = try start(
      ["pictures"], terminal: Terminal(columns: UInt16(columns), rows: 24, showsOutput: false))
    #expect(await program.showed("\u{1B}[1;1H\(header)\u{1B}[K"))
    program.send("\u{1B}")
    _ = await program.result()
  }
}
