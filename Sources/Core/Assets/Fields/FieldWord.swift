/// A word of a field that has no other texts. Records, tests, completions and documents take the
/// words from here, in this order.
package protocol FieldWord: CaseIterable, Sendable {
  /// The word in records and rules.
  var name: StaticString { get }
}

extension FieldWord {
  /// The word as a text of its own.
  package var text: String { "\(name)" }
  /// The word as a field's value.
  package var value: FieldValue { .text(TextSpan(name)) }

  /// All words.
  package static var texts: [String] { allCases.map(\.text) }
}

extension Damage: FieldWord {}

/// The type of an asset, with the names of PHAssetMediaType.
public enum MediaType: UInt8, CaseIterable, Sendable, FieldWord {
  case unknown, image, video, audio

  /// The name in records and rules.
  package var name: StaticString {
    switch self {
    case .unknown: "unknown"
    case .image: "image"
    case .video: "video"
    case .audio: "audio"
    }
  }
}

/// The way to show an asset, with the names and values of PHAsset.PlaybackStyle.
package enum PlaybackStyle: Int64, FieldWord {
  case image = 1
  case imageAnimated, livePhoto, video, videoLooping

  package var name: StaticString {
    switch self {
    case .image: "image"
    case .imageAnimated: "imageAnimated"
    case .livePhoto: "livePhoto"
    case .video: "video"
    case .videoLooping: "videoLooping"
    }
  }
}

/// The reason why a frame of a burst was chosen, with PHAssetBurstSelectionType's names.
package enum BurstSelectionType: FieldWord {
  case autoPick, userPick

  package var name: StaticString {
    switch self {
    case .autoPick: "autoPick"
    case .userPick: "userPick"
    }
  }
}

/// The origin of an asset, with PHAssetSourceType's names.
package enum SourceType: FieldWord {
  case typeUserLibrary, typeCloudShared, typeiTunesSynced

  package var name: StaticString {
    switch self {
    case .typeUserLibrary: "typeUserLibrary"
    case .typeCloudShared: "typeCloudShared"
    case .typeiTunesSynced: "typeiTunesSynced"
    }
  }
}

/// The source of a creation date that a kind of library keeps; those of files are in
/// `CreationDateSource`.
package enum LibraryDateSource: FieldWord {
  case photos, shotwell, catalogue

  package var name: StaticString {
    switch self {
    case .photos: "photos"
    case .shotwell: "shotwell"
    case .catalogue: "catalogue"
    }
  }
}
