import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Names and trees that file systems allow and programs stumble over.
@Suite struct OddLibraryTests {
  /// Every byte that a name can have, and names of 255 of them.
  private static var names: Set<[UInt8]> {
    let bytes = (1...255 as ClosedRange<UInt8>).filter { $0 != UInt8(ascii: "/") }
    var generator = SeededGenerator(seed: 255)
    var names: Set<[UInt8]> = []
    for byte in bytes {
      names.insert([UInt8](repeating: byte, count: 255))
      names.insert([UInt8(ascii: "x"), byte])
    }
    for _ in 0..<100 {
      names.insert((0..<255).map { _ in bytes.randomElement(using: &generator) ?? 1 })
    }
    return names.filter { $0.first != UInt8(ascii: ".") }
  }

  private struct Named: Decodable {
    let filename: String
    let filenameBytes: Data?
    var bytes: [UInt8] { filenameBytes.map(Array.init) ?? Array(filename.utf8) }
  }

  @Test(arguments: ["", "dedupe { memory = \"kept\" }, load { file = \"copy\" }, notify {}"])
  func namesOfAnyBytesComeThrough(stages: String) async throws {
    let world = try ProgramWorld()
    var made: Set<[UInt8]> = []
    for name in Self.names {
      let path = Array((world.library + "/").utf8) + name + [0]
      let file = path.withUnsafeBytes { bytes in
        open(bytes.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o644)
      }
      // Some file systems take only names that are text.
      guard file >= 0 else { continue }
      defer { close(file) }
      let content = ProgramWorld.png(1).encoded() + name
      #expect(write(file, content, content.count) == content.count)
      made.insert(name)
    }
    #expect(made.count > 100)
    let rule = try world.rule("return pipeline { source { everything = true }, \(stages) }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(Set(try result.decodedLines(as: Named.self).map(\.bytes)) == made)
    // What a run prints, a run reads, names that are no text included.
    let again = try await world.run(
      "run", try world.inputRule("filter { fileSize = present }", named: "again.lua"),
      input: result.text)
    #expect(again.status == .exited(0), "\(again.errorText)")
    #expect(again.text == result.text)
  }

  @Test func aTreeMayBeTenThousandFoldersDeep() async throws {
    let world = try ProgramWorld()
    let content = ProgramWorld.png(1).encoded()
    let deep = try DeepFolder(below: world.library, depth: 10_000, name: "d") { folder in
      let file = openat(folder, "a.png", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      _ = write(file, content, content.count)
      close(file)
    }
    defer { deep.remove(file: "a.png") }
    let rule = try world.libraryRule("dedupe { memory = \"kept\" }, load { size = { 8, 8 } }")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let record = try #require(try result.records().first)
    #expect(record.localIdentifier?.utf8.count == 20_005)
    #expect(record.sha1 != nil)
    #expect(record.image?.pixelWidth == 8)
  }

  /// Files and folders come, go and change their kind for as long as runs last.
  @Test func aLibraryMayChangeInEveryWay() async throws {
    let world = try ProgramWorld()
    try world.directory.write("secret", to: "elsewhere/secret.png")
    for folder in 1...20 {
      for number in 1...20 {
        try world.picture(
          "\(number).png", seed: UInt64(folder * 20 + number), in: "pictures/\(folder)")
      }
    }
    let rule = try world.libraryRule("dedupe { by = \"sha1\" }, load { file = \"copy\" }")
    let changing = Task.detached {
      var generator = SeededGenerator(seed: 5)
      while !Task.isCancelled {
        let folder = world.path("pictures/\(Int.random(in: 1...20, using: &generator))")
        let file = "\(folder)/\(Int.random(in: 1...20, using: &generator)).png"
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: unlink(file)
        case 1: truncate(file, 20)
        case 2:
          // Another file takes its place.
          let bytes = ProgramWorld.png(UInt64.random(in: 1000...9999, using: &generator)).encoded()
          let draft = world.path("draft.png")
          try? Data(bytes).write(to: URL(fileURLWithPath: draft))
          rename(draft, file)
        case 3:
          unlink(file)
          symlink(world.path("elsewhere/secret.png"), file)
        case 4:
          unlink(file)
          mkfifo(file, 0o600)
        default:
          let aside = world.path("aside")
          if rename(folder, aside) == 0 {
            symlink(world.path("elsewhere"), folder)
            unlink(folder)
            rename(aside, folder)
          }
        }
      }
    }
    for round in 1...(Effort.isFull ? 100 : 6) {
      let out = "out \(round)"
      let result = try await world.run("run", rule, "--library", world.library, "--out", out)
      #expect(result.status == .exited(0) || result.status == .exited(3), "\(result.errorText)")
      #expect(!result.text.contains("secret"))
      for record in try result.records() {
        // What was copied is what was hashed, or it is no record.
        let path = try #require(record.file?.path)
        let copy = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(copy.count == record.file?.byteCount)
        #expect(copy != Data("secret".utf8))
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: world.path(out))
      #expect(!names.contains { $0.hasPrefix(".") })
    }
    changing.cancel()
    await changing.value
  }
}
