import Assets
import Files
import FolderLibrary
import Foundation
import Samples
import TestSupport
import Testing

/// Folders and files that come, go and move in any order: each file is reported once, and none is
/// forgotten.
@Suite struct RandomFoldersTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 52, 60, 92, 102, 299, 357], [3, 1_000_000])
  func eachFileIsReportedOnce(seed: Int, limit: Int) throws {
    let directory = try TemporaryDirectory()
    var world = try RandomFolders(directory, seed: UInt64(seed), writesAnew: limit < 100)
    for _ in 0..<30 { try world.step() }
    let old = world.files()
    var options = FolderWatcher.Options()
    options.watchLimit = limit
    let watcher = try FolderWatcher(path: directory.path("library"), options)
    var reported: [FileStatus] = []
    for round in 0..<42 {
      if round < 40 { for _ in 0..<world.number(below: 12) { try world.step() } }
      reported += watcher.news().files.map(\.status)
      if watcher.hasToLook { reported += watcher.look().files.map(\.status) }
    }
    #expect(Set(reported).count == reported.count)
    for (path, status) in world.files() where !old.values.contains(where: status.hasSameContent) {
      // One that took the place of another is a change.
      if world.replacements.contains(where: status.hasSameContent) { continue }
      #expect(reported.contains { $0.hasSameContent(as: status) }, "\(path) was not told of")
    }
  }
}

/// A library that is changed at random, and a folder beside it from where things come and go.
private struct RandomFolders {
  private let directory: TemporaryDirectory
  private var generator: SeededGenerator
  private var folders = ["library", "outside"]
  /// True if a file is replaced instead of overwritten, which is not reported where folders are
  /// only scanned.
  private let writesAnew: Bool
  /// The files that got the name of another one.
  private(set) var replacements: [FileStatus] = []

  init(_ directory: TemporaryDirectory, seed: UInt64, writesAnew: Bool) throws {
    self.directory = directory
    self.writesAnew = writesAnew
    generator = SeededGenerator(seed: seed)
    for folder in folders { try directory.makeFolder(folder) }
  }

  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func folder() -> String { folders[number(below: folders.count)] }

  private mutating func name() -> String { "\(number(below: 6))" }

  /// The files of the library that are there.
  func files() -> [String: FileStatus] {
    let paths = FileManager.default.enumerator(atPath: directory.path("library"))
    var found: [String: FileStatus] = [:]
    while let path = paths?.nextObject() as? String {
      let status = FileStatus(directory: AT_FDCWD, name: directory.path("library/\(path)"))
      if let status, status.isRegularFile { found[path] = status }
    }
    return found
  }

  /// One thing that happens.
  mutating func step() throws {
    folders = folders.filter { isFolder($0) }
    let place = "\(folder())/\(name())"
    switch number(below: 10) {
    case 0...3:
      // Of another length each time, as clocks of file systems are coarse.
      let text = String(repeating: "x", count: number(below: 100_000))
      if writesAnew { unlink(directory.path("\(place).png")) }
      if !isFolder("\(place).png") { try directory.write(text, to: "\(place).png") }
    case 4:
      if !FileManager.default.fileExists(atPath: directory.path(place)) {
        try directory.makeFolder(place)
        folders.append(place)
      }
    case 5...6:
      let target = "\(folder())/\(name()).png"
      let isReplacement = target != "\(place).png" && status("\(target)") != nil
      if move("\(place).png", to: target), isReplacement {
        replacements += [status(target)].compactMap(\.self)
      }
    case 7: unlink(directory.path("\(place).png"))
    case 8 where folders.count > 3:
      let from = folders[2 + number(below: folders.count - 2)]
      let target = "\(folder())/\(name())"
      if move(from, to: target) {
        folders = folders.map {
          $0 == from || $0.hasPrefix("\(from)/") ? target + $0.dropFirst(from.count) : $0
        }
      }
    case 9 where folders.count > 8:
      try FileManager.default.removeItem(
        atPath: directory.path(folders[2 + number(below: folders.count - 2)]))
    default: break
    }
  }

  @discardableResult
  private func move(_ from: String, to target: String) -> Bool {
    rename(directory.path(from), directory.path(target)) == 0
  }

  private func status(_ path: String) -> FileStatus? {
    FileStatus(directory: AT_FDCWD, name: directory.path(path))
  }

  private func isFolder(_ path: String) -> Bool { status(path)?.kind == .directory }
}
