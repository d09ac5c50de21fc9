internal import Platform

/// The places that an import puts files to: one for all, and others for videos and screenshots.
struct ImportPlaces: Sendable {
  static let option = "to"
  static let videosOption = "videosTo"
  static let screenshotsOption = "screenshotsTo"

  /// The place of all assets without one of their own, then those of the others.
  let templates: [TargetTemplate]
  /// The indices of the places of videos and of screenshots.
  private let videos: Int
  private let screenshots: Int

  /// Reads the options; adds a problem and returns nil without a place.
  init?(_ arguments: inout StageArguments, _ description: StageDescription) {
    let standard = TargetTemplate.needed(by: &arguments, description)
    let others = [Self.videosOption, Self.screenshotsOption].map { option in
      TargetTemplate(option, of: &arguments)
    }
    guard let standard else { return nil }
    templates = [standard] + others.compactMap(\.self)
    videos = others[0] == nil ? 0 : 1
    screenshots = others[1] == nil ? 0 : videos + 1
  }

  /// The place of all assets without one of their own, as the rule has it.
  var text: String { templates[0].text }

  /// The absolute folders of the places that don't begin at the library.
  var fixedFolders: [String] { templates.compactMap(\.fixedFolder) }

  /// Returns the index of the place that an asset goes to.
  func place(of asset: Asset) -> Int {
    if screenshots > 0, case .subtypes(let subtypes) = asset.value(of: .mediaSubtypes),
      subtypes.contains(.photoScreenshot)
    {
      return screenshots
    }
    return videos > 0 && asset.isVideo ? videos : 0
  }

  /// Returns the folders that the places are in, for a run; in a rule that does not declare that it
  /// imports, the library is the folder of `--out`. Throws ``OutputProblem`` if the library does not
  /// exist, or can't get files.
  func target(in context: RunContext) throws(OutputProblem) -> ImportFolders {
    let named = [context.output.folder].compactMap(\.self)
    return try ImportFolders(
      context.output.target ?? ImportTarget(named, isTyped: true),
      needsLibrary: templates.contains { $0.anchor == .relative },
      places: templates.map(\.fixedFolder), context.libraryKinds)
  }
}

/// The folders that an import puts files into, and in which it looks for what is there already.
struct ImportFolders {
  /// The library's folder, where relative places begin; nil if all places are absolute.
  let library: String?
  /// The folder of the place of most assets, or its library's.
  let main: String
  /// The folders to look in, without links; some may not exist yet.
  let all: [FolderPath]
  /// The folder for whose memory each place counts, by the places' indices; nil for the user's own
  /// library.
  let remembered: [String?]

  fileprivate init(
    _ target: ImportTarget, needsLibrary: Bool, places: [String?], _ kinds: LibraryKinds
  ) throws(OutputProblem) {
    let named = target.libraries.map { FolderPath(real: $0) }
    let places = places.map { $0.map { FolderPath(real: $0) } }
    let fixed = places.compactMap(\.self)
    let usesLibrary =
      needsLibrary || target.isTyped
      || fixed.contains { folder in named.contains { folder.isWithin($0) } }
    if needsLibrary { try Self.check(target, kinds) }
    library = needsLibrary ? named.first?.path : nil
    main = library ?? fixed.first?.path ?? ""
    var all = usesLibrary ? named : []
    for folder in fixed where !all.contains(where: { folder.isWithin($0) }) { all.append(folder) }
    self.all = all
    remembered = places.map { place in
      if place.map({ place in named.contains { place.isWithin($0) } }) ?? true {
        return target.isOwn ? nil : named.first?.path ?? ""
      }
      return all.first { place?.isWithin($0) == true }?.path
    }
  }

  /// Throws unless the first library can get files.
  private static func check(
    _ target: ImportTarget, _ kinds: LibraryKinds
  ) throws(OutputProblem) {
    guard let name = target.libraries.first else {
      throw .notNamed(
        "there is no library to import to; name its folder: --library ~/Pictures")
    }
    guard FolderPath(real: name).isThere else {
      if target.isTyped, access(name, F_OK) != 0 { return }
      throw .notWritable(
        "the library \"\(name)\" is no folder that is there; connect its disk, or name the library"
          + " to make it: --library FOLDER")
    }
    guard (try? kinds.kind(of: LibraryPlace(path: name)))?.abilities.filesMayMove == true else {
      throw .notWritable(
        "the library \"\(name)\" keeps account of its files, so nothing can be put into it; name a"
          + " folder: --library ~/Pictures")
    }
  }

  /// Throws if a folder that is read is inside of one that files are imported into.
  func check(sources names: [String], _ kinds: LibraryKinds) throws(OutputProblem) {
    for name in names where all.contains(where: { FolderPath(real: name).isWithin($0) }) {
      let kind = try? kinds.kind(of: LibraryPlace(path: kinds.path(of: name)))
      // Other libraries keep their files out of the folder's own.
      guard kind?.abilities.databases == nil else { continue }
      throw .notNamed(
        "\"\(name)\" is in the library that it would be imported into; organise sorts what is there"
      )
    }
  }

  /// Throws if the folder for second copies is in one that is read.
  func check(backup: String?, outsideOf names: [String]) throws(OutputProblem) {
    guard let backup else { return }
    var folder = FolderPath(real: backup)
    // One that is not there yet may be in a folder that is a link.
    if !folder.isThere, let slash = folder.path.lastIndex(of: "/") {
      folder = FolderPath(real: String(folder.path[..<slash]))
    }
    for name in names where folder.isWithin(FolderPath(real: name)) {
      throw .notNamed(
        "the backup folder \"\(backup)\" is in \"\(name)\", which is imported; name a folder on another"
          + " disk")
    }
  }

  /// The libraries to look in, as far as they exist.
  var places: [LibraryPlace] { all.filter(\.isThere).map { LibraryPlace(path: $0.path) } }

  /// Returns true if a file, by its absolute path without links, is in one of the folders.
  func contain(_ path: [UInt8]) -> Bool { folder(holding: path) != nil }

  /// Returns the folder for the message about an imported file: ``main``, or another that it is in.
  func shownFolder(of path: [UInt8]) -> String {
    guard let folder = folder(holding: path), !FolderPath(real: main).isWithin(folder) else {
      return main
    }
    return folder.path
  }

  private func folder(holding path: [UInt8]) -> FolderPath? {
    all.first { folder in
      let root = Array(folder.path.utf8)
      return path.starts(with: root)
        && (root == [UInt8(ascii: "/")] || path.dropFirst(root.count).first == UInt8(ascii: "/"))
    }
  }
}

extension Asset {
  var isVideo: Bool { string(of: .mediaType) == "video" }
}
