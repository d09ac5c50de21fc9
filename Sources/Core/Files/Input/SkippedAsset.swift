/// A file, link or folder in a library's folder that is no asset of the library, with the reason.
/// `@unchecked Sendable`: like every ``Asset``, used only by the worker that holds its batch.
package final class SkippedAsset: Asset, @unchecked Sendable {
  /// The reason why a library does not give a file or what is in a folder.
  package enum Reason: String, Sendable {
    case hidden
    case noPicture = "no picture or movie"
    case beingWritten = "being written"
    case link
    case special = "no ordinary file"
    case unreadable = "can't be read"
    case archived
    case excluded = "folder of another program"
    case library = "another library"
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
