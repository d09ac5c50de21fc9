import Acting
import Files
import Foundation
import TestSupport
import Testing

/// The folder that files go into, between the user's permission and the file.
@Suite struct TargetFolderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("real/inner")
    try folder.makeFolder("other")
  }

  private func path(_ name: String) throws -> [UInt8] {
    Array("\(try #require(realpath(folder.path, nil).map { String(cString: $0) }))/\(name)".utf8)
  }

  @Test func whatWasPermittedIsUsed() throws {
    var target = try TargetFolder(withoutLinks: path("real/new"), [Array("deep".utf8)])
    #expect(try target.path == path("real/new/deep"))
    _ = try target.make()
    #expect(FileManager.default.fileExists(atPath: folder.path("real/new/deep")))
  }

  @Test(arguments: ["real", "real/inner"])
  func aLinkThatTookThePlaceLeadsNowhere(_ replaced: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(replaced))
    symlink(folder.path("other"), folder.path(replaced))
    for base in ["real/inner", "real/inner/new"] {
      #expect(throws: FileProblem.self) {
        var target = try TargetFolder(withoutLinks: path(base), [])
        _ = try target.make()
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) == [])
  }

  @Test func aLinkThatComesBeforeTheFolderIsMadeLeadsNowhere() throws {
    var target = try TargetFolder(withoutLinks: path("real/new/deep"), [])
    symlink(folder.path("other"), folder.path("real/new"))
    #expect(throws: FileProblem.self) { _ = try target.make() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("other")) == [])
  }

  @Test func aFolderThatCantBeMadeIsNamed() throws {
    let name = String(repeating: "n", count: 300)
    var target = try TargetFolder(withoutLinks: path("real/new"), [Array(name.utf8)])
    let problem = #expect(throws: FileProblem.self) { _ = try target.make() }
    let reason = try #require(problem?.reason)
    #expect(reason.hasPrefix("can't make the folder \""), "\(reason)")
    #expect(reason.contains("/real/new/\(name)\": "), "\(reason)")
  }

  @Test func aLinkBelowItLeadsNowhere() throws {
    symlink(folder.path("other"), folder.path("real/link"))
    #expect(throws: FileProblem.self) {
      _ = try TargetFolder(withoutLinks: path("real"), [Array("link".utf8)])
    }
  }
}
