import AssetSupport
package import Engine
import Foundation
package import Media
import Samples
package import TestSupport

/// A library, a folder for pictures, and decoders that do what a picture's comment says; see
/// `PictureMaker`.
package struct PictureWorld {
  package let library: TemporaryDirectory
  package let out: TemporaryDirectory
  package let decoders: FakeDecoders
  package let cancellation = Cancellation()

  package init(limit: Int = 2) throws {
    library = try TemporaryDirectory()
    out = try TemporaryDirectory()
    decoders = try FakeDecoders(
      name: "makes-pictures", limit: limit, cancellation: cancellation)
  }

  /// A run that puts pictures into ``out``.
  package func scenario(_ load: ArgumentValue, then stages: StageCall...) -> Scenario {
    var scenario = Scenario(
      [StageCall("source"), StageCall("load", load)] + stages, library: library.path)
    scenario.outputFolder = out.path
    scenario.decoders = decoders.pool
    scenario.cancellation = cancellation
    return scenario
  }

  /// Writes a picture with a word for the decoder.
  package func write(
    _ name: String, _ comment: String = "", width: Int = 640, height: Int = 480,
    thumbnail: [UInt8]? = nil
  ) throws {
    let picture = JPEGPicture(width: width, height: height) {
      $0.comment = Array("name:\(name.prefix { $0 != "." }) \(comment)".utf8)
      if let thumbnail { $0.exif = EXIFBlock { $0.thumbnail = thumbnail } }
    }
    try library.write(picture, to: name)
  }

  package static func thumbnail(_ width: Int, _ height: Int, _ comment: String = "") -> [UInt8] {
    JPEGPicture(width: width, height: height) { $0.comment = Array(comment.utf8) }.encoded()
  }

  /// The requests to the decoders, sorted, because they work side by side.
  package var requests: [String] {
    let text = (try? decoders.folder.text(of: "requests")) ?? ""
    return text.split(separator: "\n").map(String.init).sorted()
  }

  /// Lets pictures go that are held back by this name.
  package func release(_ name: String) throws {
    try decoders.folder.write("", to: name)
  }

  package var written: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() }
  }

  package func images(_ outcome: Scenario.Outcome) throws -> [[String: Any]] {
    try outcome.records.map { $0["image"] as? [String: Any] ?? [:] }
  }

  /// Returns the facts in the header of a file, such as its type and size.
  package static func header(_ path: String) throws -> MediaFacts {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var reader = HeaderReader()
    return try reader.read(descriptor: descriptor, size: Int64(status.st_size))
  }
}
