import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// The facts of shotflow and exiftool about the same files, by the program that anyone can run by
/// hand.
@Suite struct CompareFactsTests {
  /// Photographs, and one small file of each of many formats.
  private static let samples = ["exif-samples", "formats"]

  /// This file is Tests/ShotflowTests/….
  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/facts.md").path

  private static var hasExiftool: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    let isThere = folders.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/exiftool")
    }
    if !isThere { print("skipped: no exiftool; apt-get install libimage-exiftool-perl") }
    return isThere
  }

  private func compare(_ folder: String) async throws -> (
    status: ProgramResult.Status, lines: [String]
  ) {
    let result = try await RunProgram(
      Products.compareFacts, [folder, Products.shotflow, Self.page]
    ).result()
    return (result.status, result.text.split(separator: "\n").map(String.init))
  }

  private func unexplained(_ lines: [String]) -> [String] {
    lines.filter { $0.hasSuffix(": not explained") }
  }

  /// Each difference is decided by a rule or a row of docs/facts.md.
  @Test(.enabled(if: samples.allSatisfy(SharedData.has) && hasExiftool), arguments: samples)
  func sharedPhotographsDifferWhereThePageSaysSo(_ folder: String) async throws {
    let (status, lines) = try await compare(try #require(SharedData.path(folder)))
    #expect(unexplained(lines) == [])
    #expect(lines.contains { $0.hasPrefix("size") })
    #expect(status == .exited(0))
  }

  @Test(.enabled(if: hasExiftool)) func picturesThatWereMadeDifferWhereThePageSaysSo() async throws
  {
    let folder = try TemporaryDirectory()
    for (name, sample) in SampleKinds.all { try folder.write(sample, to: name) }
    let (status, lines) = try await compare(folder.path)
    #expect(unexplained(lines) == [])
    #expect(lines.contains { $0.contains("by the rule \"clean aperture\"") })
    #expect(status == .exited(0))
  }

  /// A tool that says something else is found out.
  @Test(.enabled(if: hasExiftool)) func aWrongAnswerIsReported() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(JPEGPicture(width: 16, height: 16) { $0.exif = SampleKinds.exif }, to: "a.jpg")
    let liar = try folder.write(
      Array(
        """
        #!/bin/sh
        printf '{"kind":"asset","path":"%s/a.jpg","uniformTypeIdentifier":"public.png"}\\n' "$FOLDER"
        """.utf8), to: "liar")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: liar)
    var program = RunProgram(Products.compareFacts, [folder.path, liar, Self.page])
    program.environment["FOLDER"] = folder.path
    let result = try await program.result()
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.contains("a.jpg: type: exiftool public.jpeg, shotflow public.png") })
    #expect(!unexplained(lines).isEmpty)
    #expect(result.status == .exited(1))
  }
}
