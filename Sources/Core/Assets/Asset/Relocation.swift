/// The new paths of an asset's files after a stage moved them, and the fields that changed.
public struct Relocation: Sendable {
  /// The new absolute path of the main file.
  package let path: OwnedBytes
  private let filename: OwnedBytes
  /// The path from the root of the library; nil for a file outside of a library.
  private let inner: OwnedBytes?
  private let movie: OwnedBytes?

  /// - Parameters:
  ///   - path: the new path of the main file, absolute.
  ///   - movie: the new path of a live photo's movie; nil for all others.
  ///   - library: the path of the library that contains the files; empty if none exists.
  package init(to path: [UInt8], movie: [UInt8]?, in library: [UInt8]) {
    let slash = UInt8(ascii: "/")
    self.path = OwnedBytes(path)
    filename = OwnedBytes(path.split(separator: slash).last ?? [])
    let root = library + (library.last == slash ? [] : [slash])
    inner =
      !library.isEmpty && path.starts(with: root) ? OwnedBytes(path.dropFirst(root.count)) : nil
    self.movie = movie.map { OwnedBytes($0) }
  }

  /// Returns the new value of a field; nil for a field that moving doesn't change.
  package func value(of field: Field) -> FieldValue? {
    switch field {
    case .path: return .text(path.span)
    case .filename: return .text(filename.span)
    case .localIdentifier: return .text((inner ?? path).span)
    case .library: return inner == nil ? .absent : nil
    case .folderPath:
      let names = inner?.string.split(separator: "/").dropLast().map(String.init) ?? []
      return names.isEmpty ? .absent : .texts(names)
    case .livePhotoVideoPath: return movie.map { .text($0.span) }
    default: return nil
    }
  }

  /// The fields that moving an asset may change.
  package static let fields: [Field] = [
    .localIdentifier, .library, .filename, .path, .folderPath, .livePhotoVideoPath,
  ]
}
