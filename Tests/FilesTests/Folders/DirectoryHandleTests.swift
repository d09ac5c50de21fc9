import CSystem
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

/// Folders that are opened through real folders alone.
@Suite struct DirectoryHandleTests {
  private let folder: TemporaryDirectory
  private let root: Int32

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("a/b")
    try folder.write("x", to: "a/file")
    symlink("a", folder.path("link"))
    symlink("b", folder.path("a/link"))
    symlink("../..", folder.path("a/up"))
    root = open(folder.path, O_RDONLY | O_DIRECTORY)
  }

  private static let ways: [@Sendable (Int32, String) -> Int32] = [
    { csystem_open_below($0, $1, O_RDONLY | O_DIRECTORY) },
    { csystem_walk_below($0, $1, O_RDONLY | O_DIRECTORY) },
  ]

  @Test(arguments: [0, 1]) func opensWhatIsBelow(_ way: Int) {
    for path in ["a", "a/b", "/a//b/", "a/./b", "", "/"] {
      let opened = Self.ways[way](root, path)
      #expect(opened >= 0, "\(path)")
      close(opened)
    }
    close(root)
  }

  @Test(arguments: [0, 1]) func leadsNowhereElse(_ way: Int) {
    for path in ["link", "link/b", "a/link", "a/up", "a/up/tmp", "..", "a/../..", "a/file", "c"] {
      #expect(Self.ways[way](root, path) == -1, "\(path)")
    }
    close(root)
  }

  @Test(arguments: [0, 1])
  func passesThroughFoldersThatMayNotBeListed(_ way: Int) {
    chmod(folder.path("a"), 0o311)
    #expect(Self.ways[way](root, "a/b") >= 0)
    chmod(folder.path("a"), 0o755)
    close(root)
  }
}
