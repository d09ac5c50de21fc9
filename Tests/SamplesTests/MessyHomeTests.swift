import Foundation
import Samples
import TestSupport
import Testing

@Suite struct MessyHomeTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try MessyHome().write(to: SampleFolder(replacing: folder.path("home")))
  }

  /// The paths below a folder, as bytes, since one is no text, and the content of each file.
  private func files(below place: [UInt8]) throws -> [[UInt8]: [UInt8]] {
    var files: [[UInt8]: [UInt8]] = [:]
    let path = place.map { CChar(truncatingIfNeeded: $0) } + [0]
    let directory = try #require(opendir(path))
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      let child = place + [0x2F] + name
      if entry.pointee.d_type == UInt8(DT_DIR) {
        try files.merge(self.files(below: child)) { $1 }
      } else {
        let file = try #require(fopen(child.map { CChar(truncatingIfNeeded: $0) } + [0], "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = fread(&bytes, 1, bytes.count, file)
        try #require(count < bytes.count)
        files[Array(child.dropFirst(folder.path.utf8.count + 1))] = Array(bytes[..<count])
      }
    }
    return files
  }

  private func files(_ name: String) throws -> [[UInt8]: [UInt8]] {
    try files(below: Array(folder.path(name).utf8))
  }

  @Test func isTheSameEachTime() throws {
    try MessyHome().write(to: SampleFolder(replacing: folder.path("host")))
    let first = try files("home")
    // Names are as long, so that only the folder's own name differs.
    let second = try files("host")
    #expect(first.count > 150)
    #expect(
      Set(first.keys.map { $0.dropFirst(4) }) == Set(second.keys.map { $0.dropFirst(4) }))
    for (path, bytes) in first {
      #expect(second[Array("host".utf8) + path.dropFirst(4)] == bytes)
    }
  }

  @Test func hasTheTrapsOfRealHomes() throws {
    let files = try files("home")
    let names = Set(files.keys.map { String(decoding: $0, as: UTF8.self) })
    #expect(files.keys.count { String(validating: $0, as: UTF8.self) == nil } == 1)
    #expect(names.contains("home/Pictures/two\nlines.jpg"))
    let card = try #require(files[Array("home/Camera card/DCIM/100EOS5D/IMG_0001.JPG".utf8)])
    #expect(files[Array("home/Backup/Card 2023-08-20/IMG_0001.JPG".utf8)] == card)
    for letters in ["K\u{F6}ln/", "Mu\u{308}nchen/"] {
      #expect(files.keys.contains { $0.contains(Array(letters.utf8)) })
    }
    #expect(files.values.contains([]))
    for part in [
      "Screenshot from ", "Bildschirmfoto vom ", "Screenshot_2023", "\u{202F}", "Screenshot (12)",
      "com.android.chrome", "-WA0000.jpg", "signal-2023", "photo_2023", "EPSON001", "Kopie von ",
      "Google Photos/Photos from", ".ARW.xmp", "BURST2023",
    ] {
      #expect(names.contains { $0.contains(part) }, "\(part)")
    }
  }

  @Test func isReplacedWhole() throws {
    try folder.write("mine", to: "home/Pictures/mine.txt")
    try SampleLibrary(now: 1_443_389_368).write(to: folder.path("home"))
    let names = try Set(files("home").keys.map { String(decoding: $0, as: UTF8.self) })
    #expect(names.contains("home/Pictures/mine.txt"))
    #expect(names.count == SampleLibrary(now: 1_443_389_368).entries.count + 2)
  }

  @Test func aFolderInItFollowsNoLink() throws {
    try folder.makeFolder("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("home/link"), withDestinationPath: folder.path("elsewhere"))
    let home = try SampleFolder(replacing: folder.path("home"))
    #expect(throws: SampleError.self) { _ = try SampleFolder("link", in: home) }
  }
}
