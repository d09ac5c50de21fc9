internal import CSystem
internal import Platform

/// The files of an asset that are transferred together: its resources, the frames of a burst, and
/// the companions beside them. All get one stem and number with their own endings: `IMG_1.JPG.xmp`
/// remains a sidecar of `IMG_1.JPG`, `IMG_1.xmp` of every `IMG_1`.
struct TransferFiles {
  struct File {
    /// The name of the resource's type in PHAssetResource, or `sidecar`.
    let type: String
    var file: OpenFile
    var from: FileLocation
    /// The end of the name, after the stem.
    let ending: [UInt8]
    /// The part before ``ending`` where the asset gets a new stem; empty for most files.
    var mark: [UInt8] = []
    /// The stem that the file keeps where the asset keeps its name; nil for the asset's.
    var ownStem: [UInt8]?
    var isSidecar = false
    /// True if the file also belongs to pictures that are not transferred.
    var isShared = false
    /// True if it is an XMP file with values of the picture.
    var describesPicture = false
    /// The sidecar that is written instead of a copy; nil for any other file.
    var written: OutgoingSidecar?
    /// True if it is a picture that was made from the original, and is in no folder yet.
    var isMade = false
  }

  /// A file with the same stem that is an asset of its own, such as the RAW picture of a pair: it
  /// gets the same number, so that a name counts as taken if its one would be.
  struct Namesake {
    let from: FileLocation
    let ending: [UInt8]
  }

  /// The files, the main file first.
  private(set) var files: [File] = []
  private(set) var namesakes: [Namesake] = []
  /// The stem that the frames of a burst get with a number where one of their names is taken; nil
  /// without frames.
  private(set) var burstStem: [UInt8]?
  /// The number of frames of a burst that are left out.
  private(set) var omittedFrames = 0
  /// True if the asset's edited version was wanted, and is not on this computer.
  private(set) var lacksEdit = false
  /// True if the asset is a live photo whose movie is not on this computer.
  private(set) var lacksMovie = false
  /// The picture of a live photo whose movie is taken away from it; nil for all other files.
  private(set) var pictureLeft: FileLocation?
  let name: [UInt8]
  /// The original's extension, which a name loses if the picture has another one.
  private let originalEnding: [UInt8]

  private static let sidecar = "sidecar"

  /// Opens an asset's files.
  ///
  /// - Parameters:
  ///   - kind: the operation; a file that is an asset of its own does not go along into the trash.
  ///   - folders: the names in the folders of the files.
  ///   - forecast: the simulated effects of a dry run until now.
  ///   - representativeAlone: true to leave out the other frames of a burst.
  ///   - versions: the versions of an edited asset.
  ///   - mainEnding: the extension of the main file's new name; nil for its own.
  /// - Throws: ``AssetFailure`` or ``FileProblem`` if a file can't be opened.
  init(
    of asset: Asset, by kind: FileOperation.Kind, among folders: KnownFolders,
    after forecast: DryRunTransfers, representativeAlone: Bool, versions: EditedCopies,
    ending mainEnding: [UInt8]? = nil, in context: RunContext
  ) throws {
    var provider = ItemProvider(asset, in: context)
    provider.acceptsDamage = true
    provider.acceptsMissingMovie = !kind.removesOriginal
    let picture = asset.findings?[WrittenPicture.self]
    let edited = try EditedFiles(
      of: asset, picture == nil ? versions : .original,
      isBurst: !representativeAlone && !asset.otherFrames.isEmpty, by: provider)
    lacksEdit = edited.isMissing
    lacksMovie =
      picture == nil
      && asset.companions(of: edited.replacesOriginal ? .current : nil).contains {
        $0.kind.isLivePhotoMovie && $0.original == nil
      }
    let found =
      edited.replacesOriginal
      ? edited.files : try provider.files(of: nil, isReference: picture != nil)
    name = picture?.nameBesideRaw ?? asset.filenameBytes
    originalEnding = OutputName.parts(PathSanitizer.cleaned(name)).ending
    guard let first = found.first else { return }
    let from = try Self.point(at: first.outgoing.path)
    let names = folders.names(in: from.folder, at: from.folderPath)
    let burst =
      asset.carriesFrames
      ? BurstFrames(of: Array(from.name.bytes), in: from.folder, among: names) : nil
    if picture != nil || representativeAlone {
      omittedFrames = max(0, (burst?.frames.count ?? 0) - 1)
    }
    if let picture {
      files.append(
        File(
          type: first.kind.rawValue, file: picture.file, from: from,
          ending: picture.ending ?? originalEnding, isMade: true))
      return
    }
    var endings: [[UInt8]] = []
    for file in found {
      if let reason = CompleteOriginalStep.objectionToTransfer(of: file.outgoing.file) {
        throw FileProblem(reason)
      }
      let own = Self.ending(PathSanitizer.cleaned(file.name), besides: endings)
      let ending = endings.isEmpty ? mainEnding ?? own : own
      endings.append(ending)
      files.append(
        File(
          type: file.kind.rawValue, file: file.outgoing.file,
          from: try Self.point(at: file.outgoing.path), ending: ending))
    }
    if edited.replacesOriginal {
      keepEditedName()
    } else {
      try addEdited(edited.files)
    }
    if !representativeAlone, let burst, !burst.frames.isEmpty {
      burstStem = burst.sharedStem
      try addFrames(burst.frames)
    }
    if kind != .trash { try addEdits(names) }
    for main in files { try addCompanions(of: main, among: folders, after: forecast) }
    if edited.replacesOriginal { try addSidecar(of: asset, among: folders) }
    for document in asset.documents { try add(document, isOfAll: edited.replacesOriginal) }
    addNamesakes(of: asset, by: kind, among: names)
  }

  /// Replaces the main file's XMP sidecar, or adds one, with what is known of the asset.
  mutating func writeSidecar(
    of asset: Asset, withoutPlace: Bool, in context: RunContext
  ) throws {
    guard let main = files.first else { return }
    let known = files.firstIndex(where: \.describesPicture)
    let original =
      main.isMade ? OutgoingSidecar.file(beside: main.from.path) : known.map { files[$0].file }
    let sidecar = try OutgoingSidecar(
      of: asset, mergedInto: original, withoutPlace: withoutPlace, in: context)
    let own = main.ending + OutgoingSidecar.ending
    guard let known else {
      if try sidecar.content() == nil { return }
      return files.append(
        File(
          type: Self.sidecar, file: main.file, from: main.from, ending: own, mark: main.mark,
          ownStem: main.ownStem, isSidecar: true, written: sidecar))
    }
    // A sidecar of several pictures gets the name of this one, as each has values of its own.
    files[known] = File(
      type: Self.sidecar, file: main.file, from: main.from,
      ending: files[known].isShared ? own : files[known].ending, mark: main.mark,
      ownStem: main.ownStem, isSidecar: true, written: sidecar)
  }

  /// Returns the files at the paths of a finished plan; one that is not there keeps its old path.
  func placed(by plan: TransferPlan) -> TransferFiles {
    var placed = self
    for (place, part) in plan.parts.enumerated() where part.content == nil {
      guard let point = try? FileLocation(at: part.path), let file = try? point.open() else {
        continue
      }
      placed.files[place].file = file
      placed.files[place].from = point
      placed.files[place].isShared = false
    }
    return placed
  }

  /// Returns the files without those that stay for another picture; a move takes copies of XMP files
  /// that both need.
  func leavingShared(by kind: FileOperation.Kind) -> TransferFiles {
    var own = self
    if kind == .trash { own.files.removeAll(where: \.isShared) }
    if kind == .move { own.files.removeAll { $0.isShared && !$0.describesPicture } }
    return own
  }

  /// Returns the main file, and of the sidecars and the like those that fulfil a condition.
  func withCompanions(where isWanted: (File) -> Bool) -> TransferFiles {
    var own = self
    own.files = Array(files.prefix(1)) + files.dropFirst().filter { $0.isSidecar && isWanted($0) }
    return own
  }

  /// Returns true if a new stem is that of the files' present name.
  func keepsName(_ stem: [UInt8]) -> Bool {
    stem == self.stem(of: name) || stem == self.stem(of: PathSanitizer.cleaned(name))
  }

  /// The main file's name without the mark that a frame of a burst got with a new name, so that the
  /// same template gives it the same name again; nil if it has none.
  var unmarkedName: [UInt8]? {
    guard let burstStem, let main = files.first, presentStem == burstStem + main.mark else {
      return nil
    }
    return burstStem + main.ending
  }

  /// The stem of the main file's present name.
  var presentStem: [UInt8] {
    files.first.map { OutputName.parts(Array($0.from.name.bytes)).stem } ?? []
  }

  /// Returns the name without the main file's extension, or that of the other picture of its pair, so
  /// that `all.jpg` is one name for a RAW picture and its JPEG.
  func stem(of name: [UInt8]) -> [UInt8] {
    let endings = [files.first?.ending ?? [], originalEnding] + namesakes.map(\.ending)
    for ending in endings where name.count > ending.count {
      if !ending.isEmpty, Self.lowered(name.suffix(ending.count)) == Self.lowered(ending) {
        return name.dropLast(ending.count)
      }
    }
    return name
  }

  /// Returns a file's extension, changed if another differs in case alone, which some file systems
  /// ignore.
  private static func ending(_ name: [UInt8], besides others: [[UInt8]]) -> [UInt8] {
    let ending = OutputName.parts(name).ending
    let isTaken = others.contains { lowered($0) == lowered(ending) }
    return isTaken ? Array("-\(others.count + 1)".utf8) + ending : ending
  }

  private static func lowered(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns the location of a path, which may be relative, after following links.
  static func point(at path: [UInt8]) throws(FileProblem) -> FileLocation {
    let slash = UInt8(ascii: "/")
    let name = Array(path.split(separator: slash).last ?? [])
    let folder = Array(path.dropLast(name.count))
    let real = OwnedBytes(folder.isEmpty ? [UInt8(ascii: ".")] : folder)
      .withCString { RealPath($0) }
    guard let real else { throw FileProblem(error: errno) }
    return try FileLocation(at: FileLocation.joined(real.bytes, name))
  }

  /// Lets an edited version that is transferred alone keep its own name with the asset's, as
  /// `IMG_1-edited.JPG` does, so that it is not taken for the original.
  private mutating func keepEditedName() {
    guard let main = files.first else { return }
    let own = Array(main.from.name.bytes)
    guard EditedFiles.mark(of: own, besides: name) != nil else { return }
    for place in files.indices { files[place].ownStem = OutputName.parts(own).stem }
  }

  /// Adds the edited version beside the original.
  private mutating func addEdited(_ edited: [AssetFile]) throws {
    for file in edited {
      let point = try Self.point(at: file.outgoing.path)
      guard !contains(point.path) else { continue }
      let (stem, ending) = OutputName.parts(Array(point.name.bytes))
      let mark = EditedFiles.mark(of: Array(point.name.bytes), besides: name)
      let assetStem = OutputName.parts(PathSanitizer.cleaned(name)).stem
      try add(
        File(
          type: file.kind.rawValue, file: file.outgoing.file, from: point, ending: ending,
          mark: mark ?? EditedFiles.standardMark,
          ownStem: mark == nil ? assetStem + EditedFiles.standardMark : stem))
    }
  }

  /// Adds the XMP file of the original to an edited version that is transferred alone.
  private mutating func addSidecar(of asset: Asset, among folders: KnownFolders) throws {
    guard let path = asset.pathBytes, let main = files.first,
      !files.contains(where: \.describesPicture)
    else { return }
    let original = try Self.point(at: path)
    let names = folders.names(in: original.folder, at: original.folderPath)
    for companion in names.companions(of: Array(original.name.bytes))
    where companion.describesPicture {
      let point = FileLocation(companion.name, in: original.folder, at: original.folderPath)
      guard point.status?.isRegularFile == true, !contains(point.path) else { continue }
      return files.append(
        File(
          type: Self.sidecar, file: try point.open(), from: point,
          ending: main.ending + OutgoingSidecar.ending, mark: main.mark, ownStem: main.ownStem,
          isSidecar: true, isShared: true, describesPicture: true))
    }
  }

  /// Adds the assets with the same stem, and of a live photo's movie the picture that it leaves.
  private mutating func addNamesakes(
    of asset: Asset, by kind: FileOperation.Kind, among names: FolderNames
  ) {
    guard let from = files.first?.from else { return }
    for other in names.namesakes(of: Array(from.name.bytes)) {
      let point = FileLocation(other, in: from.folder, at: from.folderPath)
      if contains(point.path) || point.status?.isRegularFile != true { continue }
      namesakes.append(Namesake(from: point, ending: OutputName.parts(other).ending))
      if kind.removesOriginal, LivePhotoName.isMovie(from.name.bytes),
        other.withUnsafeBytes({ LivePhotoName.isPicture($0) }),
        let movie = asset as? FileAsset, movie.completesPictureBeside
      {
        pictureLeft = point
      }
    }
  }

  private mutating func addFrames(_ burst: [BurstFrames.Frame]) throws {
    guard let main = files.first else { return }
    let resources = files.indices
    for frame in burst {
      let (stem, ending) = OutputName.parts(frame.name)
      if frame.name == Array(main.from.name.bytes) {
        for place in resources { (files[place].mark, files[place].ownStem) = (frame.mark, stem) }
        continue
      }
      let point = FileLocation(frame.name, in: main.from.folder, at: main.from.folderPath)
      guard point.status?.isRegularFile == true, !contains(point.path) else { continue }
      try add(
        File(
          type: main.type, file: try point.open(), from: point, ending: ending, mark: frame.mark,
          ownStem: stem))
    }
  }

  /// Returns the path of an asset's file, after following links for a file that was named alone.
  static func path(of asset: Asset) -> [UInt8]? {
    guard let path = asset.pathBytes else { return nil }
    return asset.libraryBytes == nil ? (try? point(at: path).path) ?? path : path
  }

  /// Adds the pictures that Apple's editor made: `IMG_E0001.JPG` beside `IMG_0001.HEIC`.
  private mutating func addEdits(_ names: FolderNames) throws {
    guard let main = files.first else { return }
    for edit in names.appleEdits(of: Array(main.from.name.bytes)) {
      let (stem, ending) = OutputName.parts(edit)
      let point = FileLocation(edit, in: main.from.folder, at: main.from.folderPath)
      guard point.status?.isRegularFile == true, !contains(point.path) else { continue }
      let isMovie = edit.withUnsafeBytes { LivePhotoName.isMovie($0) }
      let type: AssetResource.Kind =
        !isMovie
        ? .fullSizePhoto
        : main.type == AssetResource.Kind.video.rawValue
          ? .fullSizeVideo : .fullSizePairedVideo
      try add(
        File(
          type: type.rawValue, file: try point.open(), from: point, ending: ending,
          mark: Array("_E".utf8), ownStem: stem))
    }
  }

  private mutating func add(_ file: File) throws {
    if let reason = CompleteOriginalStep.objectionToTransfer(of: file.file) {
      throw FileProblem(reason)
    }
    files.append(file)
  }

  private mutating func addCompanions(
    of main: File, among folders: KnownFolders, after forecast: DryRunTransfers
  ) throws {
    let name = Array(main.from.name.bytes)
    let names = folders.names(in: main.from.folder, at: main.from.folderPath)
    for companion in names.companions(of: name) {
      let point = FileLocation(companion.name, in: main.from.folder, at: main.from.folderPath)
      guard point.status?.isRegularFile == true, !contains(point.path) else { continue }
      let isShared = companion.others.contains { other in
        let point = FileLocation(other, in: main.from.folder, at: main.from.folderPath)
        return !contains(point.path) && !forecast.takesAway(point.path)
          && point.status?.isRegularFile == true
      }
      files.append(
        File(
          type: Self.sidecar, file: try point.open(), from: point,
          ending: (companion.hasExtension ? companion.mark + main.ending : []) + companion.ending,
          mark: main.mark + (companion.hasExtension ? [] : companion.mark),
          ownStem: companion.stem ?? main.ownStem, isSidecar: true, isShared: isShared,
          describesPicture: companion.describesPicture && main.from.path == files[0].from.path))
    }
  }

  /// Adds a file that describes the asset; it has the asset's name if it `isOfAll` its versions.
  private mutating func add(_ document: any Original, isOfAll: Bool) throws {
    let point = try Self.point(at: document.pathBytes)
    guard !contains(point.path), let main = files.first else { return }
    let ending = main.ending + OutputName.parts(Array(point.name.bytes)).ending
    files.append(
      File(
        type: Self.sidecar, file: try document.open(), from: point, ending: ending, mark: main.mark,
        ownStem: isOfAll ? nil : main.ownStem, isSidecar: true))
  }

  private func contains(_ path: [UInt8]) -> Bool { files.contains { $0.from.path == path } }
}
