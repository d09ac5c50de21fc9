import Foundation
import TestSupport
import Testing

@testable import Plugins

@Suite struct PluginLockTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("plugins.lock")
  }

  @Test func aMissingFileHasNoEntries() throws {
    #expect(try PluginLock(path: path).entries.isEmpty)
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/", "missing"])
  func aLinkToNoFileIsRefused(_ target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(throws: PluginProblem.self) { try PluginLock(path: path) }
  }

  @Test func aPipeIsRefused() throws {
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: PluginProblem.self) { try PluginLock(path: path) }
  }

  @Test func aHoleOfATerabyteIsRefused() throws {
    try directory.write("", to: "plugins.lock")
    try #require(truncate(path, 1 << 40) == 0)
    #expect(throws: PluginProblem.self) { try PluginLock(path: path) }
  }

  @Test func aLinkToALockStaysAndItsFileIsWritten() throws {
    try directory.write("", to: "dotfiles/lock")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: "dotfiles/lock")
    var lock = try PluginLock(path: path)
    try lock.set(
      PluginLock.Entry(name: "tidy", url: "https://a.example", ref: "", commit: "", digest: ""))
    #expect(try directory.text(of: "dotfiles/lock").hasPrefix("{\"name\":\"tidy\""))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path) == "dotfiles/lock")
    #expect(try PluginLock(path: path)["tidy"] != nil)
  }
}
