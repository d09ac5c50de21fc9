package import Foundation
import Samples
import TestSupport
import Testing

/// A record's account of what stages did that act.
package struct ActLine: Decodable {
  package let path: String?
  package let filename: String?
  package let acts: [Act]?

  package struct Act: Decodable, Equatable {
    package let stage: String
    package let path: String?
    package let what: String?
    package let resources: [Resource]?
  }

  package struct Resource: Decodable, Equatable {
    package let type: String
    package let path: String
  }
}

extension ProgramWorld {
  /// Writes a rule whose stages may do all that stages that act do.
  package func actingRule(
    _ stages: String, source: String = "source {}", named name: String = "act.lua"
  )
    throws -> String
  {
    try rule(
      """
      return pipeline {
        wants = { write = "x", desktop = "x", clipboard = "x", exec = "x" },
        \(source), \(stages),
      }

      """, named: name)
  }

  /// The words that run such a rule on the library, permitted.
  package func actingWords(_ rule: String, _ further: String...) -> [String] {
    let allowed = ["write", "desktop", "clipboard", "exec"].flatMap { ["--allow", $0] }
    return ["run", rule, "--library", library] + allowed + further
  }

  /// All files of a folder, by their paths from there, with what they hold; a link by where it leads.
  package func contents(of folder: String = "pictures") throws -> [String: Data] {
    let root = path(folder)
    var contents: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      var facts = stat()
      guard lstat("\(root)/\(name)", &facts) == 0 else { continue }
      switch facts.st_mode & S_IFMT {
      case S_IFREG: contents[name] = FileManager.default.contents(atPath: "\(root)/\(name)")
      case S_IFLNK:
        let place = try FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/\(name)")
        contents[name] = Data("-> \(place)".utf8)
      default: break
      }
    }
    return contents
  }

  /// The names of all files and folders.
  package func names(in folder: String = "pictures") -> [String] {
    (FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? [])
      .sorted()
  }

  /// Writes a live photo: a picture and a movie that carry one identifier.
  package func livePhoto(_ stem: String, in folder: String = "pictures") throws {
    let identifier = "LIVE-\(stem)"
    try directory.write(
      JPEGPicture(width: 64, height: 48) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
        }
      }, to: "\(folder)/\(stem).JPG")
    try directory.write(
      QuickTimeMovie(width: 64, height: 48) {
        $0.setApple(contentIdentifier: identifier, creationDate: "2015-09-27T23:29:28+0200")
      }, to: "\(folder)/\(stem).MOV")
  }
}
