/// Where Photos keeps the files of an asset, by their names.
extension PhotosAsset {
  /// The folder of the original from the library's root, and its name, whether or not it is there;
  /// nil when it would lie outside.
  var originalPath: (folder: String, name: String)? {
    guard let folder, let name = string(.filename) else { return nil }
    return (folder, name)
  }

  /// The folder of the original.
  private var folder: String? {
    guard !isReferenced, let directory = string(.directory), !directory.hasPrefix("/") else {
      return nil
    }
    guard library.files.layout == .package else { return directory }
    switch whole(.savedType) {
    case 4:
      let newer = "scopes/cloudsharing/data/\(directory)"
      guard let name = string(.filename), library.files.existing("\(newer)/\(name)") == nil else {
        return newer
      }
      return "resources/cloudsharing/data/\(directory)"
    case 12: return "scopes/syndication/originals/\(directory)"
    default: return "originals/\(directory)"
    }
  }

  /// The name of the original with and without what follows its last dot.
  private var stem: (name: String, stem: Substring)? {
    guard let name = string(.filename) else { return nil }
    return (name, name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...])
  }

  /// The folder of one hexadecimal digit in which Photos keeps what it makes of the asset.
  private var shelf: Character? {
    guard library.files.layout == .package, let digit = string(.uuid)?.first, digit.isHexDigit
    else { return nil }
    return digit
  }

  private var uuid: Substring { string(.uuid)?.prefix { $0 != "/" } ?? "" }

  private func first(of paths: [String]) -> FilePlace? {
    for path in paths {
      if let found = library.files.existing(path) { return found }
    }
    return nil
  }

  func liveVideoPath() -> FilePlace? {
    guard let folder, let stem else { return nil }
    switch library.files.layout {
    case .package: return first(of: ["\(folder)/\(stem.stem)_3.mov"])
    case .device: return first(of: ["\(folder)/\(stem.stem).MOV", "\(folder)/\(stem.stem).mov"])
    }
  }

  /// The RAW half of a pair of RAW and JPEG.
  func rawPath() -> FilePlace? {
    guard let folder, let stem else { return nil }
    switch library.files.layout {
    case .package:
      let names = library.files.names(in: folder).beginning(with: "\(stem.stem)_4.".utf8)
      return first(of: names.map { "\(folder)/\($0)" })
    case .device: return first(of: ["\(folder)/\(stem.stem).DNG"])
    }
  }

  /// The version that Photos shows of an asset that was edited.
  func editedPath() -> FilePlace? {
    if let shelf {
      let render = "resources/renders/\(shelf)/\(uuid)"
      return mediaType == .video
        ? first(of: ["\(render)_2_0_a.mov"])
        : first(of: ["\(render)_1_201_a.jpeg", "\(render)_1_201_a.heic"])
    }
    let names =
      mediaType == .video ? ["FullSizeRender.mov"] : ["FullSizeRender.jpg", "FullSizeRender.heic"]
    return mutation(names)
  }

  /// The video of a live photo that was edited.
  func editedVideoPath() -> FilePlace? {
    if let shelf { return first(of: ["resources/renders/\(shelf)/\(uuid)_2_100_a.mov"]) }
    return mutation(["FullSizeRender.mov"])
  }

  /// What an iPhone makes of an edited asset.
  private func mutation(_ names: [String]) -> FilePlace? {
    guard library.files.layout == .device, let folder, let stem else { return nil }
    let mutations = "PhotoData/Mutations/\(folder)/\(stem.stem)/Adjustments"
    return first(of: names.map { "\(mutations)/\($0)" })
  }

  /// The smaller pictures that Photos keeps, from the root, larger ones first.
  var derivativeNames: [String] {
    if let shelf {
      return ["resources/derivatives/\(shelf)", "resources/derivatives/masters/\(shelf)"]
        .flatMap { folder in
          let names = library.files.names(in: folder)
          if names.isEmpty { return [String]() }
          return names.beginning(with: "\(uuid)_".utf8).map { "\(folder)/\($0)" }
        }
    }
    guard let folder, let stem else { return [] }
    let thumbnails = "PhotoData/Thumbnails/V2/\(folder)/\(stem.name)"
    return ["\(thumbnails)/5005.JPG", "\(thumbnails)/5003.JPG"]
      .filter { library.files.existing($0) != nil }
  }

  var derivatives: FieldValue {
    let names = derivativeNames
    if names.isEmpty { return .absent }
    let root = library.path.string
    return .texts(names.map { "\(root)/\($0)" })
  }
}
