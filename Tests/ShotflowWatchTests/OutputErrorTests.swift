import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Places that can't be written to: 73 and one message.
@Suite struct OutputErrorTests {
  #if os(Linux)
    @Test(arguments: [
      "run rule.lua --library pictures", "stages", "fields", "ledger path", "explain rule.lua",
      "check rule.lua", "help", "--version",
    ])
    func tellsThatTheDiskIsFull(command: String) async throws {
      let world = try ProgramWorld()
      try world.picture()
      _ = try world.libraryRule()
      let result = try await world.shell("\"$shotflow\" \(command) > /dev/full").result()
      #expect(result.status == .exited(73))
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("can't write the output: no space left"))
    }
  #endif

  @Test(arguments: ["run rule.lua --library pictures", "stages"])
  func tellsThatStandardOutputIsClosed(command: String) async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.libraryRule()
    let result = try await world.shell("\"$shotflow\" \(command) >&-").result()
    #expect(result.status == .exited(73))
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("can't write the output"))
  }

  @Test func runsWithStandardErrorClosed() async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.write([UInt8](), to: "pictures/empty.jpg")
    _ = try world.libraryRule("load {}")
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua --library pictures --stats 2>&-; echo $? > status"
    ).result()
    #expect(try result.records().count == 1)
    #expect(try world.directory.text(of: "status") == "3\n")
  }

  @Test func asksForAFolderToPutFilesInto() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(64))
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("--out FOLDER"))
  }

  @Test func refusesAFolderThatIsNone() async throws {
    let world = try ProgramWorld()
    try world.picture()
    try world.directory.write("x", to: "file")
    let rule = try world.libraryRule("load { file = \"copy\" }")
    for out in ["file", "missing/out", "file/out"] {
      let result = try await world.run("run", rule, "--library", world.library, "--out", out)
      #expect(result.status == .exited(73))
      #expect(result.text == "")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("\"\(out)\""))
    }
  }

  @Test(.needs(.unprivilegedUser)) func refusesAFolderThatMayNotBeWritten() async throws {
    let world = try ProgramWorld()
    try world.picture()
    chmod(world.library, 0o755)
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let out = try world.makeFolder("out", mode: 0o555)
    let result = try await world.runUnprivileged(
      "run", rule, "--library", world.library, "--out", out)
    #expect(result.status == .exited(73))
    #expect(result.text == "")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("\"\(out)\": permission denied"))
  }

  @Test(.needs(.ownMounts)) func leavesNothingOfACopyThatDoesNotFit() async throws {
    let world = try ProgramWorld()
    try world.picture("a.png")
    try world.directory.write([UInt8](repeating: 1, count: 3 << 20), to: "pictures/large.jpg")
    _ = try world.libraryRule("load { file = \"copy\" }")
    try world.directory.makeFolder("out")
    // A file system of one mebibyte.
    let result = try await world.shell(
      """
      unshare -rm sh -c 'mount -t tmpfs -o size=1m none out
      "$shotflow" run rule.lua --library pictures --out out; echo "status $?" >&2
      ls -A out >&2'
      """
    ).result()
    #expect(try result.records().map(\.filename) == ["a.png"])
    #expect(result.errorText.contains("large.jpg: no space left"))
    #expect(result.errorLines.suffix(2) == ["status 3", "a.png"])
  }
}
