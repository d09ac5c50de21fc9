internal import Platform

/// Allows to move or trash only files to which no database or document refers: those of folder
/// libraries, and of no library.
struct MoveCheck {
  private let kinds: LibraryKinds
  private let stage: String
  private let rule: String
  /// The library with a database that each folder is in, by the folder's path.
  private var known: [[UInt8]: String?] = [:]
  /// The JSON files beside the files of a folder, by its path.
  private var documents: [[UInt8]: FolderDocuments] = [:]

  init(_ context: RunContext, stage: String) {
    kinds = context.libraryKinds
    self.stage = context.actor(stage)
    rule = context.request.ruleName
  }

  /// Throws ``KeptFile`` for a file of a library inside the asset's own, and ``FileProblem`` with the
  /// reason if an asset's file may not be moved otherwise.
  mutating func check(_ asset: Asset, among folders: KnownFolders) throws {
    let library = asset.libraryBytes
    if let keeper = library.flatMap({ keeper(of: $0) }) {
      throw isKept(by: Keeper(path: keeper), in: library)
    }
    if let keeper = asset.keeper {
      throw isKept(by: Keeper(path: keeper, isTakeout: true), in: library)
    }
    guard let path = asset.pathBytes else { throw FileProblem("it has no path") }
    if let library, !path.starts(with: FileLocation.joined(library, [])) {
      throw FileProblem("it is not in the folder of its library, so \(stage) leaves it there")
    }
    let file = try TransferFiles.point(at: path)
    // A folder of pictures may contain a library of Shotwell, whose files are listed too.
    if let keeper = documentKeeper(of: file, among: folders) {
      throw isKept(by: Keeper(path: keeper, isTakeout: true), in: library)
    }
    if let keeper = keeper(of: file.folderPath) {
      throw isKept(by: Keeper(path: keeper), in: library)
    }
  }

  private func isKept(by keeper: Keeper, in library: [UInt8]?) -> any Error {
    if let library, keeper.path.utf8.starts(with: FileLocation.joined(library, [])) {
      return KeptFile(keeper: keeper)
    }
    return FileProblem(
      "the library \"\(keeper.path)\" keeps account of its files, and \(stage) is for folder"
        + " libraries; \(keeper.isTakeout ? keeper.remedy(for: rule) : "copy them elsewhere")")
  }

  /// Returns the path of the library with a database that is the folder or above it; nil for none.
  private mutating func keeper(of folder: [UInt8]) -> String? {
    if folder.isEmpty || folder == [UInt8(ascii: "/")] { return nil }
    if let known = known[folder] { return known }
    let place = LibraryPlace(path: String(decoding: folder, as: UTF8.self))
    let mayMove = (try? kinds.kind(of: place))?.abilities.filesMayMove ?? false
    let keeper = mayMove ? self.keeper(of: Self.folder(of: folder)) : place.path
    known[folder] = .some(keeper)
    return keeper
  }

  private static func folder(of path: [UInt8]) -> [UInt8] {
    Array(path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }

  /// Returns the file's folder if a JSON document of a Google Takeout describes the file; records
  /// don't tell that. Other programs write JSON under the same names, so that the content decides.
  private mutating func documentKeeper(
    of file: FileLocation, among folders: KnownFolders
  ) -> String? {
    guard folders.names(in: file.folder, at: file.folderPath).hasJSON else { return nil }
    let known = documents[file.folderPath] ?? FolderDocuments(in: file.folder)
    documents[file.folderPath] = known
    guard let name = known.document(of: Array(file.name.bytes)),
      let document = try? FileLocation(name, in: file.folder, at: file.folderPath).open(),
      let bytes = try? document.bytes(atMost: TakeoutDocument.sizeLimit),
      case .item? = bytes.withUnsafeBytes({ try? TakeoutDocument($0) })
    else { return nil }
    return String(decoding: file.folderPath, as: UTF8.self)
  }
}

/// A library that keeps account of its files, so that they are copied and never moved.
struct Keeper: Hashable {
  let path: String
  /// True if it is an export of Google Photos, whose files no program owns.
  var isTakeout = false

  /// Returns the remedy where a rule leaves files in the library.
  func remedy(for rule: String) -> String {
    switch (rule, isTakeout) {
    case (Self.ruleOfDamage, true): "download the Takeout again, or delete them by hand"
    case ("organise", _): "--copy copies them"
    case ("import", _): "without --move they are copied"
    case (_, true): "copy them out of the Takeout with export or organise --copy"
    case (_, false): "act on them in the program that owns the library"
    }
  }

  /// The rule that passes on what stays in a library, as damage is to be seen wherever it is.
  static let ruleOfDamage = "damaged"
}

/// A file that stays, as a library inside the folder library keeps account of it.
struct KeptFile: Error {
  let keeper: Keeper
}

extension Asset {
  var libraryBytes: [UInt8]? {
    switch value(of: .library) {
    case .text(let text): Array(text.bytes)
    case .string(let string): Array(string.utf8)
    default: nil
    }
  }

  /// The path of the asset's library; for a file of no library that of its folder.
  var homeBytes: [UInt8]? {
    libraryBytes ?? pathBytes.flatMap { try? TransferFiles.point(at: $0).folderPath }
  }
}
