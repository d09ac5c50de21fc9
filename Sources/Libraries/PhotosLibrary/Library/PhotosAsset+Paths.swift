internal import Platform

/// The paths of an asset's files, by the naming rules of Photos.
extension PhotosAsset {
  func findOriginal(named name: String? = nil) -> FilePlace? {
    guard let name = name ?? originalName, let directory = string(.directory) else { return nil }
    if isReferenced { return library.files.referenced(in: directory, named: name) }
    return folders.firstNonNil { library.files.existing(in: $0, named: name) }
  }

  /// The file name of the original, nil if unknown; for a shared video the table has a picture's.
  private var originalName: String? {
    guard scope == .shared, mediaType == .video, library.files.layout == .package else {
      return string(.filename)
    }
    return "\(uuid).medium.MP4"
  }

  /// The folders that may contain the original, from the library's root; empty for one outside.
  private var folders: [String] {
    guard !isReferenced, let directory = string(.directory), !directory.hasPrefix("/") else {
      return []
    }
    guard library.files.layout == .package else { return [directory] }
    return scope.originals.map { "\($0)/\(directory)" }
  }

  private var stem: (name: String, stem: Substring)? {
    guard let name = string(.filename) else { return nil }
    return (name, name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])
  }

  /// The subfolder, a hexadecimal digit, for files that Photos makes of the asset; nil on iPhones.
  private var subfolder: Character? {
    guard library.files.layout == .package, let digit = string(.uuid)?.first, digit.isHexDigit
    else { return nil }
    return digit
  }

  /// The first part of the identifier, its UUID; empty without one.
  var uuid: Substring {
    guard let identifier = string(.uuid) else { return "" }
    let slash = identifier.utf8.firstIndex(of: UInt8(ascii: "/"))
    return identifier[..<(slash ?? identifier.endIndex)]
  }

  private func first(of paths: [String]) -> FilePlace? {
    for path in paths {
      if let found = library.files.existing(path) { return found }
    }
    return nil
  }

  func liveVideoPath() -> FilePlace? {
    guard let stem else { return nil }
    let names =
      library.files.layout == .package && !isReferenced
      ? [scope == .shared ? "\(stem.stem).MOV" : "\(stem.stem)_3.mov"]
      : ["\(stem.stem).MOV", "\(stem.stem).mov"]
    return names.firstNonNil { findOriginal(named: $0) }
  }

  func rawPath() -> FilePlace? {
    guard let stem else { return nil }
    guard library.files.layout == .package else {
      return findOriginal(named: "\(stem.stem).DNG")
    }
    return folders.firstNonNil { folder in
      library.files.names(in: folder).beginning(with: "\(stem.stem)_4.")
        .firstNonNil { library.files.existing(in: folder, named: $0) }
    }
  }

  /// Returns the version that Photos shows of an edited asset; nil if there is no such file.
  func editedPath() -> FilePlace? {
    if let subfolder {
      let render = "resources/renders/\(subfolder)/\(uuid)"
      return mediaType == .video
        ? first(of: ["\(render)_2_0_a.mov"])
        : first(of: editedSuffixes.map { "\(render)_1_201_a.\($0)" })
    }
    let names =
      mediaType == .video ? ["FullSizeRender.mov"] : ["FullSizeRender.jpg", "FullSizeRender.heic"]
    return mutation(names)
  }

  /// The extensions of edited versions: since macOS 11 HEIC for HEIC; earlier ones may remain.
  private var editedSuffixes: [String] {
    string(.type) == "public.heic" ? ["heic", "jpeg"] : ["jpeg", "heic"]
  }

  func editedVideoPath() -> FilePlace? {
    if let subfolder { return first(of: ["resources/renders/\(subfolder)/\(uuid)_2_100_a.mov"]) }
    return mutation(["FullSizeRender.mov"])
  }

  /// Returns the first existing one of the files that an iPhone makes of an edited asset, or nil.
  private func mutation(_ names: [String]) -> FilePlace? {
    guard library.files.layout == .device, let folder = folders.first, let stem else { return nil }
    let mutations = "PhotoData/Mutations/\(folder)/\(stem.stem)/Adjustments"
    return first(of: names.map { "\(mutations)/\($0)" })
  }

  /// The paths of smaller pictures: the current version's, larger ones first, and the master's.
  private var derivativeNames: (current: [String], master: [String]) {
    if let subfolder {
      let uuid = uuid
      let names = scope.derivatives.map { folder in
        let masters = "\(folder)/masters/\(subfolder)"
        let master = "\(uuid)_4_5005_c.jpeg"
        let hasMaster = library.files.existing(in: masters, named: master) != nil
        return (
          library.files.names(in: "\(folder)/\(subfolder)").beginning(with: "\(uuid)_")
            .filter { !$0.hasSuffix(".THM") }.map { "\(folder)/\(subfolder)/\($0)" },
          hasMaster ? ["\(masters)/\(master)"] : []
        )
      }
      return (names.flatMap(\.0), names.flatMap(\.1))
    }
    guard let folder = folders.first, let stem else { return ([], []) }
    let thumbnails = "PhotoData/Thumbnails/V2/\(folder)/\(stem.name)"
    let names = ["\(thumbnails)/5005.JPG", "\(thumbnails)/5003.JPG"]
    return (names.filter { library.files.existing($0) != nil }, [])
  }

  /// The smaller pictures of the current version; the master's, only if the asset is not edited.
  var currentDerivatives: [FilePlace] {
    let names = derivativeNames
    return (names.current + (hasAdjustments ? [] : names.master))
      .compactMap { library.files.existing($0) }
  }

  var uneditedDerivatives: [FilePlace] {
    guard hasAdjustments else { return currentDerivatives }
    return derivativeNames.master.compactMap { library.files.existing($0) }
  }

  var derivatives: FieldValue {
    let (current, master) = derivativeNames
    let names = current + master
    if names.isEmpty { return .absent }
    let root = library.path.string
    return .texts(names.map { "\(root)/\($0)" })
  }
}
