internal import Platform

/// Allows to move or trash only files of folder libraries, to which no database or document
/// refers.
struct MoveCheck {
  private let kinds: LibraryKinds
  private let stage: String
  /// True for each folder whose files may be moved, by its path.
  private var known: [[UInt8]: Bool] = [:]
  /// The JSON files beside the files of a folder, by its path.
  private var documents: [[UInt8]: FolderDocuments] = [:]

  init(_ context: RunContext, stage: String) {
    kinds = context.libraryKinds
    self.stage = stage
  }

  /// Throws ``FileProblem`` with the reason if an asset's file may not be moved.
  mutating func check(_ asset: Asset, among folders: KnownFolders) throws(FileProblem) {
    guard let library = asset.libraryBytes, let path = asset.pathBytes else {
      throw FileProblem(
        "it belongs to no library, and \(stage) is for those of folder libraries\(remedy)")
    }
    guard isMovable(library), !asset.isAccountedFor, !hasDocument(path, among: folders)
    else {
      throw isKept
    }
    guard path.starts(with: FileLocation.joined(library, [])) else {
      throw FileProblem("it is not in the folder of its library, so \(stage) leaves it there")
    }
    // A folder of pictures may contain a library of Photos, whose files are listed too.
    guard isMovable(Self.folder(of: path)) else { throw isKept }
  }

  private var isKept: FileProblem {
    FileProblem(
      "its library keeps account of its files, and \(stage) is for folder libraries\(remedy)")
  }

  private var remedy: String { stage == FileMove.description.name ? "; copy it instead" : "" }

  /// True if neither the folder nor any folder above it is a library with a database.
  private mutating func isMovable(_ folder: [UInt8]) -> Bool {
    if folder.isEmpty { return true }
    if let known = known[folder] { return known }
    let place = LibraryPlace(path: String(decoding: folder, as: UTF8.self))
    let isMovable =
      (try? kinds.kind(of: place))?.abilities.filesMayMove ?? false
      && self.isMovable(Self.folder(of: folder))
    known[folder] = isMovable
    return isMovable
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }

  /// True if a JSON document of a Google Takeout describes the file; records don't tell that. Other
  /// programs write JSON under the same names, so that the content decides.
  private mutating func hasDocument(_ path: [UInt8], among folders: KnownFolders) -> Bool {
    guard let file = try? FileLocation(at: path),
      folders.names(in: file.folder, at: file.folderPath).hasJSON
    else { return false }
    let known = documents[file.folderPath] ?? FolderDocuments(in: file.folder)
    documents[file.folderPath] = known
    guard let name = known.document(of: Array(file.name.bytes)),
      let document = try? FileLocation(name, in: file.folder, at: file.folderPath).open(),
      let bytes = try? document.bytes(atMost: TakeoutDocument.sizeLimit)
    else { return false }
    if case .item? = bytes.withUnsafeBytes({ try? TakeoutDocument($0) }) { return true }
    return false
  }
}
