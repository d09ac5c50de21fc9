import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Second copies of what a rule copies: where they go, and what happens where that is not possible.
@Suite struct BackupTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...4 { try world.picture("\(number).png", seed: UInt64(number)) }
  }

  private func words(_ backup: String, to: String = "{filename}") throws -> [String] {
    let rule = try world.actingRule(
      "copy { to = \"x/\(to)\", verify = true, backup = \"\(backup)\" }")
    return world.actingWords(rule, "--out", world.path("out"), "--no-catalogue")
  }

  private func copy(_ backup: String, to: String = "{filename}") async throws -> ProgramResult {
    try await world.program(words(backup, to: to)).result()
  }

  @Test func eachFileGetsASecondCopyAtTheSamePath() async throws {
    try world.livePhoto("IMG_1")
    try world.directory.write("<x/>", to: "pictures/1.xmp")
    let result = try await copy(world.path("backup"), to: "{localDate:%Y}/{filename}")
    #expect(result.status == .exited(0), "\(result.errorText)")
    let copies = try world.contents(of: "out")
    #expect(copies.count == 7 && copies.keys.allSatisfy { $0.hasPrefix("x/") })
    #expect(try world.contents(of: "backup") == copies)
    let lines: [ActLine] = try result.decodedLines()
    #expect(lines.allSatisfy { $0.acts?.count == 2 })
    #expect(result.errorText.contains("copied 7 files"))
    #expect(result.errorText.contains("backed up 7 files"))
    let again = try await copy(world.path("backup"), to: "{localDate:%Y}/{filename}")
    #expect(again.errorText.contains("7 files were in place"))
    #expect(try world.contents(of: "backup") == copies)
    let undo = try await world.run("undo")
    #expect(undo.status == .exited(0), "\(undo.errorText)")
    #expect(try world.contents(of: "out").isEmpty && world.contents(of: "backup").isEmpty)
  }

  @Test func aBackupThatLacksSomeGetsThem() async throws {
    _ = try await copy(world.path("backup"))
    let copies = try world.contents(of: "out")
    try FileManager.default.removeItem(atPath: world.path("backup/x/2.png"))
    try world.directory.write("another", to: "backup/x/3.png")
    let result = try await copy(world.path("backup"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try world.contents(of: "out") == copies)
    var expected = copies
    expected["x/3.png"] = Data("another".utf8)
    expected["x/3 2.png"] = copies["x/3.png"]
    #expect(try world.contents(of: "backup") == expected)
  }

  @Test(arguments: ["missing/backup", "out/x", "out", "file"])
  func aFolderThatCannotBeABackupIsRefused(_ name: String) async throws {
    try world.directory.write("", to: "file")
    let result = try await copy(world.path(name))
    #expect(result.status != .exited(0))
    #expect(result.errorText.contains("backup"), "\(result.errorText)")
    #expect(try world.contents(of: "out").isEmpty)
  }

  @Test func aDryRunNamesBothCopies() async throws {
    let result = try await world.program(words(world.path("backup")) + ["--dry-run"]).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    for folder in ["out", "backup"] {
      #expect(result.errorText.contains("to \"\(world.path(folder))/x/1.png\""))
      #expect(!FileManager.default.fileExists(atPath: world.path(folder)))
    }
  }

  /// A disk for second copies that is full after some: each file has both copies or none, and once
  /// there is room, the same command copies the rest.
  @Test(.needs(.ownMounts)) func aFullBackupEndsTheRun() async throws {
    for number in 1...4 {
      try world.directory.write(
        Data(repeating: UInt8(number), count: 100_000), to: "pictures/\(number).png")
    }
    try world.directory.makeFolder("disk")
    let line = try words(world.path("disk/backup")).joined(separator: " ")
    let result = try await world.shellWithMounts(
      """
      mount -t tmpfs -o size=2m none disk
      head -c 1748k /dev/zero >disk/filler
      $shotflow \(line) --quiet >first.txt 2>&1
      echo $? >status
      ls out/x >copies; ls disk/backup/x >second
      rm disk/filler
      $shotflow \(line) --quiet >again.txt 2>&1 || exit 1
      diff -r out disk/backup
      """)
    #expect(result.status == .exited(0), "\(result.errorText)\(result.lines)")
    #expect(try world.directory.text(of: "status") != "0\n")
    #expect(try world.directory.text(of: "first.txt").contains("is full"))
    #expect(try world.directory.text(of: "copies") == world.directory.text(of: "second"))
    #expect(world.names(in: "out/x").count == 4)
  }

  @Test(.needs(.ownMounts)) func aBackupThatTakesNoFilesIsRefused() async throws {
    try world.directory.makeFolder("disk")
    let line = try words(world.path("disk")).joined(separator: " ")
    let result = try await world.shellWithMounts(
      """
      mount -t tmpfs -o ro none disk
      $shotflow \(line)
      """)
    #expect(result.status != .exited(0))
    #expect(result.errorText.contains("is read-only"), "\(result.errorText)")
    #expect(try world.contents(of: "out").isEmpty)
  }
}
