import Foundation

/// A line of the program's standard output, as a reader of the records sees it.
struct PrintedRecord: Decodable, Equatable {
  let v: Int
  let kind: String
  let localIdentifier: String?
  let filename: String?
  let path: String?
  let pathBytes: Data?
  let mediaType: String?
  let mediaSubtypes: [String]?
  let playbackStyle: String?
  let creationDate: String?
  let creationDateSource: String?
  let pixelWidth: Int?
  let sha1: String?
  let labels: [String]?
  let prompt: Prompt?
  let image: Loaded?
  let file: Loaded?
  let data: Loaded?
  let subtype: String?
  let title: String?
  let folderPath: [String]?
  let count: Int?
  let cover: Cover?
  let error: String?
  let change: String?
  let duplicateOf: String?
  let duplicateOfPath: String?
  let duplicateGroup: Int?
  let similarTo: String?
  let similarToPath: String?
  let similarDistance: Int?
  let similarGroup: Int?

  /// The cover of an album.
  struct Cover: Decodable, Equatable {
    let localIdentifier: String?
    let image: Loaded?
    let error: String?
  }

  struct Prompt: Decodable, Equatable {
    let rule: String
    let outcome: String
    var action: String?
    let offeredAt: String
  }

  struct Loaded: Decodable, Equatable {
    let path: String?
    let pathBytes: Data?
    let byteCount: Int?
    let pixelWidth: Int?
    let base64: Data?
    let origin: String?
    let pixelHeight: Int?
    let uniformTypeIdentifier: String?
    let isDegraded: Bool?
    let descriptor: Int?
    let offset: Int?
    let resources: [Resource]?
  }

  /// One file of an asset that consists of several.
  struct Resource: Decodable, Equatable {
    let type: String
    let path: String
  }
}
