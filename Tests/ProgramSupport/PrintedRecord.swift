package import Foundation

/// A line of the program's standard output, as a reader of the records sees it.
package struct PrintedRecord: Decodable, Equatable {
  package let v: Int
  package let kind: String
  package let localIdentifier: String?
  package let filename: String?
  package let path: String?
  package let pathBytes: Data?
  package let mediaType: String?
  package let mediaSubtypes: [String]?
  package let playbackStyle: String?
  package let creationDate: String?
  package let creationDateSource: String?
  package let pixelWidth: Int?
  package let sha1: String?
  package let labels: [String]?
  package let prompt: Prompt?
  package let image: Loaded?
  package let file: Loaded?
  package let data: Loaded?
  package let subtype: String?
  package let title: String?
  package let folderPath: [String]?
  package let count: Int?
  package let cover: Cover?
  package let error: String?
  package let change: String?
  package let duplicateOf: String?
  package let duplicateOfPath: String?
  package let duplicateGroup: Int?
  package let similarTo: String?
  package let similarToPath: String?
  package let similarDistance: Int?
  package let similarGroup: Int?

  /// The cover of an album.
  package struct Cover: Decodable, Equatable {
    package let localIdentifier: String?
    package let image: Loaded?
    package let error: String?
  }

  package struct Prompt: Decodable, Equatable {
    package let rule: String
    package let outcome: String
    package var action: String?
    package let offeredAt: String

    package init(rule: String, outcome: String, offeredAt: String) {
      (self.rule, self.outcome, self.offeredAt) = (rule, outcome, offeredAt)
    }
  }

  package struct Loaded: Decodable, Equatable {
    package let path: String?
    package let pathBytes: Data?
    package let byteCount: Int?
    package let pixelWidth: Int?
    package let base64: Data?
    package let origin: String?
    package let pixelHeight: Int?
    package let uniformTypeIdentifier: String?
    package let isDegraded: Bool?
    package let descriptor: Int?
    package let offset: Int?
    package let resources: [Resource]?
  }

  /// One file of an asset that consists of several.
  package struct Resource: Decodable, Equatable {
    package let type: String
    package let path: String
  }
}
