import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Metadata as a rule and a reader of the records see them, read by the decoder process.
@Suite struct MetadataTests {
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    for (name, model) in [("a.jpg", "Canon EOS 40D"), ("b.jpg", "NIKON D70")] {
      let picture = JPEGPicture(width: 32, height: 16) { picture in
        picture.exif = EXIFBlock { block in
          block.model = model
          block.position = Position(latitude: 54.5, longitude: 7.75)
        }
        picture.xmp = XMPPacket([("xmp:Rating", "4")])
      }
      try world.directory.write(picture, to: "pictures/\(name)")
    }
    try world.directory.write(PNGPicture(width: 8, height: 8), to: "pictures/c.png")
    return world
  }

  @Test func aRuleReadsEXIFAndXMP() async throws {
    let world = try world()
    let rule = try world.libraryRule(
      """
      filter(function(a)
        return a.exif and a.exif.Model == "NIKON D70" and a.exif.GPSLatitude[1] == 54
          and a.xmp["xmp:Rating"] == 4 and a.iptc == nil
      end)
      """)
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(\.filename) == ["b.jpg"])
    #expect(!result.text.contains("\"exif\""))
  }

  @Test func aTableAsksWhetherThereIsAny() async throws {
    let world = try world()
    let rule = try world.libraryRule("filter { exif = absent }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(try result.records().map(\.filename) == ["c.png"])
  }

  @Test func aLoadedRecordCarriesThemToTheNextRun() async throws {
    let world = try world()
    let load = try world.libraryRule("load { metadata = true }", named: "load.lua")
    let loaded = try await world.run("run", load, "--library", world.library)
    #expect(loaded.status == .exited(0), "\(loaded.errorText)")
    #expect(loaded.text.contains("\"exif\":{\"Model\":\"NIKON D70\""))
    // Nothing but the records is left.
    try FileManager.default.removeItem(atPath: world.library)
    let rule = try world.inputRule(
      "filter(function(a) return a.exif and a.exif.Model == \"NIKON D70\" end)")
    let picked = loaded.text.split(separator: "\n").filter { $0.contains("\"exif\"") }
    let result = try await world.run("run", rule, input: picked.joined(separator: "\n"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(\.filename) == ["b.jpg"])
    #expect(result.text.contains("\"xmp\":{\"xmp:Rating\":4}"))
  }
}
