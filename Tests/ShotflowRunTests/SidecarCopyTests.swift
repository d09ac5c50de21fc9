import Foundation
import ProgramSupport
import TestSupport
import Testing

/// XMP files beside copies, with what is known of an asset, which other programs read.
@Suite struct SidecarCopyTests {
  private static let copy = "copy { to = \"out/{filename}\", sidecar = true }"

  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.write(ProgramWorld.png(1), to: "pictures/Italy/a.png")
  }

  private func run(_ stages: String = copy, _ further: String...) async throws -> ProgramResult {
    let rule = try world.actingRule(stages)
    return try await world.program(
      world.actingWords(rule) + ["--out", world.path("to")] + further
    ).result()
  }

  private func describe(_ words: String..., file: String) async throws {
    let result = try await RunProgram(
      "/usr/bin/env", ["exiftool", "-q", "-overwrite_original"] + words + [world.path(file)]
    ).result()
    try #require(result.status == .exited(0), "\(result.errorText)")
  }

  private func text(of name: String) throws -> String {
    try world.directory.text(of: "to/out/\(name)")
  }

  private func names() -> [String] { world.names(in: "to/out").sorted() }

  @Test(.needs(.program("exiftool"))) func exiftoolAndShotflowReadWhatWentIn() async throws {
    let sidecar = "pictures/Italy/a.png.xmp"
    try await describe(
      "-XMP-dc:Title=The <sea>", "-XMP-dc:Description=Two lines", "-XMP-dc:Subject=sun",
      "-XMP-dc:Subject=Größe", "-XMP-xmp:Rating=4", "-XMP-xmp:Label=Red",
      "-XMP-iptcExt:PersonInImage=Ada", "-XMP-exif:DateTimeOriginal=2019:07:01 12:00:00+02:00",
      "-XMP-exif:GPSLatitude=54.18", "-XMP-exif:GPSLongitude=-7.88", file: sidecar)
    let known = try await read("pictures")
    // The values come from the record alone, as those of a database would.
    let records = try await world.program([
      "find", "-l", world.library, "--fields",
      "localIdentifier,library,filename,path,mediaType,creationDateSource,localDate,albumPaths"
        + Self.fields,
    ]).result()
    try FileManager.default.removeItem(atPath: world.path(sidecar))
    let rule = try world.actingRule(Self.copy, source: "source { stdin = true }")
    let result = try await world.program(
      world.actingWords(rule) + ["--out", world.path("to")], input: records.text.utf8
    ).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(names() == ["a.png", "a.png.xmp"])
    #expect(try await read("to/out") == known)
    let seen = try await RunProgram(
      "/usr/bin/env",
      [
        "exiftool", "-n", "-s2", "-Title", "-Description", "-Subject", "-HierarchicalSubject",
        "-Rating", "-XMP:Label", "-PersonInImage", "-XMP:DateTimeOriginal", "-XMP:GPSLatitude",
        "-XMP:GPSLongitude", "-CatalogSets", world.path("to/out/a.png.xmp"),
      ]
    ).result()
    #expect(
      seen.lines == [
        "Title: The <sea>", "Description: Two lines", "Subject: sun, Größe",
        "HierarchicalSubject: sun, Größe", "Rating: 4", "Label: Red", "PersonInImage: Ada",
        "DateTimeOriginal: 2019:07:01 12:00:00.000+02:00", "GPSLatitude: 54.18",
        "GPSLongitude: -7.88", "CatalogSets: Italy",
      ])
  }

  private static let fields =
    ",title,description,keywords,rating,colorLabel,persons,location,creationDate,creationDateOffset"

  private func read(_ folder: String) async throws -> String {
    try await world.program([
      "find", "-l", world.path(folder), "--fields", String(Self.fields.dropFirst()),
    ]).result().text
  }

  @Test func aSecondRunWritesNothing() async throws {
    _ = try await run()
    let first = try text(of: "a.png.xmp")
    #expect(first.contains("<rdf:li>Italy</rdf:li>"))
    _ = try await run()
    #expect(names() == ["a.png", "a.png.xmp"])
    #expect(try text(of: "a.png.xmp") == first)
    let again = try await world.run("undo", "--list")
    #expect(again.lines.count == 2, "a head, and the first run alone: \(again.text)")
    #expect(try await world.run("undo").status == .exited(0))
    #expect(names() == [])
  }

  @Test func whatChangedIsMergedIntoTheCopysOwnAndUndone() async throws {
    let original = "pictures/Italy/a.xmp"
    try world.directory.write(Self.packet("<x:own>1</x:own>", rating: 2), to: original)
    _ = try await run()
    #expect(names() == ["a.png", "a.xmp"])
    // Another program wrote into the copy's sidecar meanwhile, and the original got another rating.
    let edited = try text(of: "a.xmp").replacing("<x:own>1</x:own>", with: "<x:own>2</x:own>")
    try world.directory.write(edited, to: "to/out/a.xmp")
    try world.directory.write(Self.packet("<x:own>1</x:own>", rating: 5), to: original)
    let dry = try await run(Self.copy, "--dry-run")
    #expect(dry.errorText.contains("copy what is known of"))
    #expect(try text(of: "a.xmp") == edited)
    _ = try await run()
    let merged = try text(of: "a.xmp")
    #expect(merged.contains("<x:own>2</x:own>"))
    #expect(merged.contains("<xmp:Rating>5</xmp:Rating>"))
    #expect(names() == ["a.png", "a.xmp"])
    let undone = try await world.run("undo")
    #expect(undone.text.hasSuffix("a.xmp is as it was\n"), "\(undone.text)")
    #expect(try text(of: "a.xmp") == edited)
    #expect(
      try world.directory.text(of: original) == Self.packet("<x:own>1</x:own>", rating: 5))
  }

  @Test func oneRunAfterTheOtherIsUndone() async throws {
    let original = "pictures/Italy/a.xmp"
    for rating in [3, 5] {
      try world.directory.write(Self.packet("", rating: rating), to: original)
      _ = try await run()
    }
    try world.directory.write(Self.packet("", rating: 3), to: original)
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try text(of: "a.xmp").contains("<xmp:Rating>3</xmp:Rating>"))
    // The time of the file is what it was, too, so the first run can be undone as well.
    let second = try await world.run("undo", "1")
    #expect(second.status == .exited(0), "\(second.text)")
    #expect(names() == [])
  }

  @Test func picturesOfOneNameGetTheirOwn() async throws {
    try world.directory.write(ProgramWorld.png(2), to: "pictures/Italy/a.jpg.png")
    try world.livePhoto("a", in: "pictures/Italy")
    try world.directory.write(Self.packet("", rating: 3), to: "pictures/Italy/a.xmp")
    let result = try await run()
    #expect(result.status == .exited(0), "\(result.errorText)")
    let sidecars = names().filter { $0.hasSuffix(".xmp") }
    #expect(sidecars.count == 3, "\(names())")
    #expect(!sidecars.contains("a.xmp"), "\(names())")
    for name in sidecars where name != "a.jpg.png.xmp" {
      #expect(try text(of: name).contains("Rating>3<"), "\(name)")
    }
  }

  @Test func aSidecarOfSeveralPicturesGoesWithTheLastOne() async throws {
    for (number, name) in ["a.png", "b/a.png"].enumerated() {
      try world.directory.write(ProgramWorld.png(UInt64(number)), to: "pictures/in/\(name)")
    }
    try world.directory.write(ProgramWorld.png(7), to: "pictures/in/a.PNG")
    try world.directory.write("<x/>", to: "pictures/in/a.xmp")
    let before = try world.contents()
    let words = world.actingWords(
      try world.actingRule("filter { folderPath = has(\"in\") }, move { to = \"out/{filename}\" }"))
    let dry = try await world.program(words + ["--dry-run"]).result()
    #expect(try world.contents() == before)
    #expect(try await world.program(words).result().status == .exited(0))
    let after = try world.contents().keys.filter { !$0.hasPrefix("Italy") }.sorted()
    #expect(after == ["out/a 2.png", "out/a.PNG", "out/a.png", "out/a.xmp"], "\(after)")
    for path in after { #expect(dry.errorText.contains(path), "\(path)") }
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }

  @Test func eachAlbumsCopyHasOneOfItsOwn() async throws {
    let stage =
      "copy { to = \"{album}/{filename}\", each = \"album\", others = \"hard\", sidecar = true }"
    #expect(try await run(stage).status == .exited(0))
    #expect(world.names(in: "to/Italy").sorted() == ["a.png", "a.png.xmp"])
  }

  @Test func aSidecarThatIsNoXMPIsNotLost() async throws {
    try world.directory.write("no XML", to: "pictures/Italy/a.png.xmp")
    let result = try await run()
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("its XMP file is not XMP in well-formed XML"))
    #expect(names() == [])
    #expect(try world.directory.text(of: "pictures/Italy/a.png.xmp") == "no XML")
  }

  @Test func loadWritesItBesideItsCopy() async throws {
    let result = try await run("load { file = \"copy\", sidecar = true }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(world.names(in: "to").sorted() == ["a.png", "a.png.xmp"])
    #expect(result.text.contains("\"sidecar\":\"\(world.path("to/a.png.xmp"))\""), "\(result.text)")
    _ = try await run("load { file = \"copy\", sidecar = true }")
    #expect(world.names(in: "to").count == 2)
  }

  @Test func loadTakesItForCopiesAlone() async throws {
    let result = try await run("load { file = \"hardLink\", sidecar = true }")
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("sidecar is about copies; write file = \"copy\""))
  }

  private static func packet(_ content: String, rating: Int) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/">
       <xmp:Rating>\(rating)</xmp:Rating>
       \(content)
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    """
  }
}
