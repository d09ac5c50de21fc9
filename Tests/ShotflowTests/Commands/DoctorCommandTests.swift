import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow doctor`: what the computer offers.
@Suite struct DoctorCommandTests {
  private struct Finding: Decodable {
    let kind: String
    let topic: String
    let grade: String
    let text: String
  }

  private func findings(_ result: ProgramResult) throws -> [String: Finding] {
    let findings = try result.decodedLines(as: Finding.self)
    return Dictionary(uniqueKeysWithValues: findings.map { ($0.topic, $0) })
  }

  @Test func looksAtEverythingAndChangesNothing() async throws {
    let world = try ProgramWorld()
    let result = try await world.run("doctor", "--json")
    #expect(result.errorText == "")
    let found = try findings(result)
    #expect(
      found.keys.sorted() == [
        "Lua", "cache", "catalogue", "configuration", "curl", "decoder", "desktop", "exec",
        "ffmpeg",
        "ffmpegthumbnailer", "jail", "ledger", "libheif", "library", "libvips", "page",
        "permissions", "processes", "state", "system",
        "tesseract",
      ])
    #expect(found["decoder"]?.text == Products.decoder)
    #expect(found["Lua"]?.text.hasPrefix("Lua 5.4.") == true)
    #expect(found["ledger"]?.text == "\(world.ledger), not there yet")
    let isSound = found.values.allSatisfy { $0.grade != "problem" }
    #expect(result.status == .exited(isSound ? 0 : 3))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: world.directory.path) == ["pictures"])
    #expect(try await world.run("doctor").lines.count == found.count)
  }

  @Test func saysWhatOptionalPartsAddAndMissesNone() async throws {
    let world = try ProgramWorld()
    var program = world.program(["doctor", "--json"])
    program.environment["PATH"] = try world.directory.makeFolder("empty")
    let result = try await program.result()
    let found = try findings(result)
    for name in ["ffmpegthumbnailer", "ffmpeg"] {
      #expect(found[name]?.grade == "note")
      #expect(
        found[name]?.text
          == "not installed; it makes stills of videos: install the package \(name)")
    }
    #expect(found["libheif"]?.text.contains("HEIF and AVIF pictures") == true)
    #expect(found["libvips"]?.text.contains("GIF, WebP, TIFF and SVG pictures") == true)
    let isSound = found.values.allSatisfy { $0.grade != "problem" }
    #expect(result.status == .exited(isSound ? 0 : 3))
  }

  @Test func tellsWhichLibraryIsTheUsers() async throws {
    let world = try ProgramWorld()
    func library() async throws -> Finding? {
      try findings(try await world.run("doctor", "--json"))["library"]
    }
    #expect(try await library()?.text.hasPrefix("no library is named, and there is no") == true)
    try world.directory.makeFolder("home/Pictures")
    #expect(try await library()?.text == "\"\(world.path("home/Pictures"))\", guessed")
    try world.directory.write("library = here", to: "config/shotflow/config")
    #expect(try await library()?.grade == "problem")
  }

  @Test func reportsUnconfirmedOffersAndADamagedLedger() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    #expect(
      try findings(try await world.run("doctor", "--json"))["ledger"]?.text
        == "\(world.ledger), 1 entry")
    try world.directory.write("damaged", to: "state/shotflow/ledger.sqlite")
    let result = try await world.run("doctor", "--json")
    #expect(result.status == .exited(3))
    #expect(try findings(result)["ledger"]?.grade == "problem")
    #expect(try world.directory.text(of: "state/shotflow/ledger.sqlite") == "damaged")
  }

  @Test func tellsWhichOfItsProgramsAreMissing() async throws {
    let world = try ProgramWorld()
    let alone = world.path("shotflow")
    _ = try await RunProgram("/bin/cp", [Products.shotflow, alone]).result()
    let result = try await RunProgram(
      alone, ["doctor", "--json"], environment: world.environment
    ).result()
    #expect(result.status == .exited(3))
    for program in ["decoder", "exec", "page"] {
      let finding = try findings(result)[program]
      #expect(finding?.grade == "problem")
      #expect(finding?.text.contains("install it beside") == true)
    }
  }

  @Test(.needs(.faultLibrary)) func tellsThatAFolderIsOnANetworkFileSystem() async throws {
    let world = try ProgramWorld()
    let program = try world.faultyProgram(
      ["doctor", "--json"], ["SHOTFLOW_FILE_SYSTEM": "ff534d42"])
    let result = try await program.result()
    #expect(result.status == .exited(3))
    let state = try #require(try findings(result)["state"])
    #expect(state.grade == "problem" && state.text.contains("on SMB"))
  }
}
