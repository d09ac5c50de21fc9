import Foundation
import TestSupport
import Testing

@Suite struct MakeSamplesTests {
  @Test func printsRecordsThatAreJSON() async throws {
    let result = try await RunProgram(Products.makeSamples, ["records", "--count", "2000"])
      .result()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 2000)
    var names: Set<String> = []
    for line in result.lines {
      let record = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(record["filename"] as? String)
      #expect(record["path"] as? String == "/p/\(name)")
      #expect(line.hasPrefix("{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\""))
      names.insert(name)
    }
    #expect(names.contains { $0.contains("\"") })
    #expect(names.contains { $0.contains("é") })
    #expect(abs(result.output.count / 2000 - 265) < 20)
  }

  @Test func saysWhatItWrote() async throws {
    let folder = try TemporaryDirectory()
    let result = try await RunProgram(
      Products.makeSamples, [folder.path("library"), "--now", "2015-09-27T21:29:28Z"],
      environment: ["TZ": "UTC"]
    ).result()
    #expect(result.status == .exited(0))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("Screenshot from 2015-09-27 21-29-28.png"))
  }

  @Test func refusesAWrongCommandLine() async throws {
    for arguments in [
      [], ["corpus", "x"], ["x", "--now", "yesterday"], ["x", "--colour", "red"],
    ] {
      let result = try await RunProgram(Products.makeSamples, arguments).result()
      #expect(result.status == .exited(64), "\(arguments)")
    }
  }
}
