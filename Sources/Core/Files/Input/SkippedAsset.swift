/// A file, link or folder in a library's folder that is no asset of the library, with the reason.
/// `@unchecked Sendable`: like every ``Asset``, used only by the worker that holds its batch.
package final class SkippedAsset: Asset, @unchecked Sendable {
  /// The reason why a library does not give a file or what is in a folder.
  package enum Reason: Hashable, Sendable {
    case hidden, noPicture, beingWritten, link, special, unreadable, archived, excluded, library
    /// The folder of thumbnails in a library of Shotwell.
    case thumbnails
    /// In the trash of Google Photos.
    case trashed
    /// Another frame represents the burst.
    case burstFrame
    /// Another copy, at this path, represents the picture.
    case copy(of: String)
    /// The version of this picture that was edited in Google Photos.
    case edit(of: String)
    /// The movie of this live photo.
    case movie(of: String)
    /// A sidecar or another file that is taken with this picture or movie.
    case companion(of: String)

    /// The reason in words.
    package var text: String {
      switch self {
      case .copy(let path): "same picture as \(path)"
      case .edit(let name): "edited version of \(name)"
      case .movie(let name): "movie of the live photo \(name)"
      case .companion(let name): "belongs to \(name)"
      default: group ?? ""
      }
    }

    /// The words under which `--stats` counts; nil for a file that is taken with its asset.
    package var group: String? {
      switch self {
      case .hidden: "hidden"
      case .noPicture: "no picture or movie"
      case .beingWritten: "being written"
      case .link: "link"
      case .special: "no ordinary file"
      case .unreadable: "can't be read"
      case .archived: "archived"
      case .excluded: "folder of another program"
      case .library: "another library"
      case .thumbnails: "thumbnails of Shotwell"
      case .trashed: "in Google's trash"
      case .burstFrame: "frame of a burst that another represents"
      case .copy: "copy of another"
      case .edit, .movie, .companion: nil
      }
    }
  }

  /// The field with the reason.
  package static let field = AddedField.text(
    "skipped", "why a file or folder is no asset: hidden, another library, …")

  package let reason: Reason
  private let library: OwnedBytes
  private let identifier: OwnedBytes
  private let path: OwnedBytes
  private let name: OwnedBytes
  private let size: Int64?

  /// - Parameters:
  ///   - identifier: The path from the library's root.
  ///   - size: The size of a file in bytes; nil for anything else.
  package init(
    _ name: OwnedBytes, _ identifier: OwnedBytes, in root: FolderRoot, size: Int64?,
    _ reason: Reason
  ) {
    self.reason = reason
    self.name = name
    self.identifier = identifier
    self.size = size
    library = root.path
    path = root.path.joined(with: identifier)
    super.init()
  }

  package override func sourceValue(of field: Field) -> FieldValue {
    switch field {
    case .filename: .text(name.span)
    case .localIdentifier: .text(identifier.span)
    case .path: .text(path.span)
    case .library: .text(library.span)
    case .fileSize: size.map(FieldValue.integer) ?? .absent
    default: .absent
    }
  }
}
