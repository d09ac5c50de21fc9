import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Titles, keywords and ratings in files, as commands, rules and records have them.
@Suite struct DescriptionTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try write("a.jpg") {
      $0.title = "Sea"
      $0.subjects = ["sun", "Düne"]
      $0.creators = ["Ann"]
      $0.attributes = ["xmp:Rating": "5", "photoshop:City": "Roma"]
    }
    try write("b.jpg") { $0.attributes = ["xmp:Rating": "2"] }
    try write("c.jpg") { $0.attributes = ["tiff:Make": "Acme"] }
  }

  private func write(_ name: String, _ fill: @escaping (inout XMPSidecarFile) -> Void) throws {
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + XMPSidecarFile(fill).encoded()
    try world.directory.write(
      JPEGPicture(width: 16, height: 8) { $0.segments = [(0xE1, packet)] }, to: "pictures/\(name)")
  }

  private func find(_ words: String...) async throws -> ProgramResult {
    try await world.program(["find", "-l", world.library] + words).result()
  }

  @Test(arguments: [
    (["--rating", "5"], ["a.jpg"]), (["--rating", "2.."], ["a.jpg", "b.jpg"]),
    (["--no-rating"], ["c.jpg"]), (["--keywords", "sun"], ["a.jpg"]),
    (["--title", "S*"], ["a.jpg"]), (["--place-name", "Roma"], ["a.jpg"]),
    (["--creator", "present"], ["a.jpg"]), (["--keywords", "!sun"], ["b.jpg", "c.jpg"]),
  ])
  func theyAreOptionsOfFind(words: [String], names: [String]) async throws {
    let result = try await world.program(["find", "-l", world.library] + words).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().compactMap(\.filename).sorted() == names)
    // A test does not change the record.
    #expect(!result.text.contains("\"rating\""))
  }

  @Test func theyArePrintedOnRequest() async throws {
    let words = ["--sort", "-rating", "--fields", "filename,rating,title,keywords,placeName"]
    let result = try await world.program(["find", "-l", world.library] + words).result()
    #expect(
      result.lines == [
        #"{"filename":"a.jpg","rating":5,"title":"Sea","keywords":["sun","Düne"],"placeName":["Roma"]}"#,
        #"{"filename":"b.jpg","rating":2}"#, #"{"filename":"c.jpg"}"#,
      ])
    let rows = try await find("--rating", "5", "--format", "tsv", "--fields", "filename,creator")
    #expect(rows.lines == ["filename\tcreator", "a.jpg\tAnn"])
    let lines = try await find("--title", "Sea", "--template", "{filename} {title} {rating}")
    #expect(lines.lines == ["a.jpg Sea 5"])
  }

  @Test func functionsAndOrdersReadThem() async throws {
    let rule = try world.libraryRule(
      """
      filter(function(asset)
        return asset.rating and asset.rating >= 2 and asset.title ~= "none"
      end),
      filter { sortedBy = "rating" }
      """)
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(\.filename) == ["b.jpg", "a.jpg"])
  }

  @Test func templatesOfStagesReadThem() async throws {
    let rule = try world.libraryRule(
      "filter { rating = 5 }, copy { to = \"{rating}/{title}/{filename}\" }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(FileManager.default.fileExists(atPath: world.path("out/5/Sea/a.jpg")))
  }

  @Test func recordsOfAnEarlierRunAreReadToo() async throws {
    let records = try await find("--media-type", "image").text
    let rule = try world.inputRule("filter { rating = at_least(5) }")
    let result = try await world.run("run", rule, input: records)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.records().map(\.filename) == ["a.jpg"])
  }

  @Test func aRuleMayStillDeclareARating() async throws {
    let rule = try world.rule(
      """
      return pipeline {
        source { stdin = true, fields = { rating = "number" } },
        filter { rating = at_least(3) },
      }
      """)
    let lines = #"{"filename":"a","rating":3}"# + "\n" + #"{"filename":"b","rating":2}"#
    let result = try await world.run("run", rule, input: lines)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 1 && result.text.contains("\"rating\":3"))
  }

  @Test func explainNamesTheFacet() async throws {
    let rule = try world.libraryRule("filter { rating = 5 }")
    let result = try await world.run("explain", rule, "-l", world.library)
    #expect(result.text.contains("rating == 5"))
    let fields = try await world.run("fields", "rating")
    #expect(fields.text.contains("descriptive"), "\(fields.text)")
  }
}
