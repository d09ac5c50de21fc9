import TestSupport
import Testing

@testable import Plugins

@Suite struct PluginTreeTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func knowsAChangedFileByItsDigest() throws {
    try directory.write("return 1", to: "p/init.lua")
    try directory.write("return 2", to: "p/deep/part.lua")
    let before = try PluginTree(at: directory.path("p"))
    #expect(try before.digest() == PluginTree(at: directory.path("p")).digest())
    try directory.write("return 3", to: "p/deep/part.lua")
    try directory.write("", to: "p/more.lua")
    let after = try PluginTree(at: directory.path("p"))
    #expect(try before.digest() != after.digest())
    #expect(before.changes(to: after).map(\.path) == ["deep/part.lua", "more.lua"])
    #expect(before.changes(to: after).map(\.change) == [.changed, .added])
    #expect(after.changes(to: before).map(\.change) == [.changed, .removed])
  }

  /// Swift's texts are equal if they look the same.
  @Test func twoNamesOfOneTextAreRefused() throws {
    #expect(throws: PluginProblem("two files are called \"e\u{301}.lua\"")) {
      try PluginTree([("init.lua", []), ("\u{E9}.lua", [1]), ("e\u{301}.lua", [2])])
    }
  }
}
