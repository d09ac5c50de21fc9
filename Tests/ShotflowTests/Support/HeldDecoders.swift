import Foundation
import Samples
import TestSupport
import Testing

/// A picture `held.jpg` in a world's library, and decoders that keep it until it is released.
struct HeldDecoders {
  private let folder: String
  private let world: ProgramWorld

  init(in world: ProgramWorld) throws {
    self.world = world
    folder = try world.directory.makeFolder("makes-pictures")
    // The name of the decoder's folder says what it does.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/shotflow-decode", withDestinationPath: Products.fakeDecoder)
    try world.directory.write(
      JPEGPicture(width: 640, height: 480) { $0.comment = Array("name:held hold:go".utf8) },
      to: "pictures/held.jpg")
  }

  var environment: [String: String] { ["SHOTFLOW_LIBEXEC": folder] }

  /// Waits until a decoder has the picture.
  func waitForRequest() async throws {
    for _ in 0..<6000 {
      if FileManager.default.fileExists(atPath: "\(folder)/requests") { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("no decoder was asked")
  }

  func release() throws {
    try world.directory.write("", to: "makes-pictures/go")
  }
}
