internal import CSystem
internal import Platform

/// The files of an asset that are transferred together: its resources and the sidecars beside them.
/// All get one name with their own extensions, a sidecar in the form in which it names its picture:
/// `IMG_1.JPG.xmp` remains a sidecar of `IMG_1.JPG`, `IMG_1.xmp` of every `IMG_1`.
struct TransferFiles {
  struct File {
    /// The name of the resource's type in PHAssetResource, or `sidecar`.
    let type: String
    let file: OpenFile
    let from: FileLocation
    let ending: [UInt8]
    let isSidecar: Bool
    /// True if the file also belongs to pictures that are not transferred.
    var isShared = false
    /// The sidecar that is written instead of a copy; nil for any other file.
    var written: OutgoingSidecar?
    /// True if it is a picture that was made from the original, and is in no folder yet.
    var isMade = false
  }

  /// The files, the main file first.
  private(set) var files: [File] = []
  let name: [UInt8]
  /// The original's extension, which a name loses if the picture has another one.
  private let originalEnding: [UInt8]

  private static let sidecar = "sidecar"

  /// Opens an asset's files; throws ``AssetFailure`` or ``FileProblem`` if one can't be opened.
  init(of asset: Asset, in context: RunContext) throws {
    var provider = ItemProvider(asset, in: context)
    provider.acceptsDamage = true
    let picture = asset.findings?[WrittenPicture.self]
    let found = try provider.files(of: nil, isReference: picture != nil)
    name = asset.filenameBytes
    originalEnding = OutputName.parts(PathSanitizer.cleaned(name)).ending
    if let picture, let main = found.first {
      files.append(
        File(
          type: main.kind.rawValue, file: picture.file,
          from: try Self.point(at: main.outgoing.path), ending: picture.ending ?? originalEnding,
          isSidecar: false, isMade: true))
      return
    }
    var endings: [[UInt8]] = []
    for file in found {
      if let reason = CompleteOriginalStep.objectionToTransfer(of: file.outgoing.file) {
        throw FileProblem(reason)
      }
      let ending = Self.ending(PathSanitizer.cleaned(file.name), besides: endings)
      endings.append(ending)
      files.append(
        File(
          type: file.kind.rawValue, file: file.outgoing.file,
          from: try Self.point(at: file.outgoing.path), ending: ending, isSidecar: false))
    }
    for main in files { try addSidecars(beside: main) }
    for document in asset.documents { try add(document) }
  }

  /// Replaces the main file's XMP sidecar, or adds one, with what is known of the asset.
  mutating func writeSidecar(
    of asset: Asset, withoutPlace: Bool, in context: RunContext
  ) throws {
    guard let main = files.first else { return }
    let known = files.firstIndex { file in
      file.isSidecar && Self.lowered(file.from.name.bytes.suffix(4)) == OutgoingSidecar.ending
        && Self.lowered(file.from.name.bytes).starts(
          with: Self.lowered(OutputName.parts(Array(main.from.name.bytes)).stem))
    }
    let original =
      main.isMade ? OutgoingSidecar.file(beside: main.from.path) : known.map { files[$0].file }
    let sidecar = try OutgoingSidecar(
      of: asset, mergedInto: original, withoutPlace: withoutPlace, in: context)
    let own = main.ending + OutgoingSidecar.ending
    guard let known else {
      if try sidecar.content() == nil { return }
      return files.append(
        File(
          type: Self.sidecar, file: main.file, from: main.from, ending: own, isSidecar: true,
          written: sidecar))
    }
    // A sidecar of several pictures gets the name of this one, as each has values of its own.
    files[known] = File(
      type: Self.sidecar, file: main.file, from: main.from,
      ending: files[known].isShared ? own : files[known].ending, isSidecar: true, written: sidecar)
  }

  /// Returns the files at the paths of a finished plan; one that is not there keeps its old path.
  func placed(by plan: TransferPlan) -> TransferFiles {
    var placed = self
    for (place, part) in plan.parts.enumerated() where part.content == nil {
      guard let point = try? FileLocation(at: part.path), let file = try? point.open() else {
        continue
      }
      let known = files[place]
      placed.files[place] = File(
        type: known.type, file: file, from: point, ending: known.ending,
        isSidecar: known.isSidecar)
    }
    return placed
  }

  /// Returns the files that no other picture needs.
  var unshared: TransferFiles {
    var own = self
    own.files.removeAll(where: \.isShared)
    return own
  }

  /// Returns the name without the main file's extension.
  func stem(of name: [UInt8]) -> [UInt8] {
    for ending in [files.first?.ending ?? [], originalEnding] where name.count > ending.count {
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
  private static func point(at path: [UInt8]) throws(FileProblem) -> FileLocation {
    let slash = UInt8(ascii: "/")
    let name = Array(path.split(separator: slash).last ?? [])
    let folder = Array(path.dropLast(name.count))
    let resolved = OwnedBytes(folder.isEmpty ? [UInt8(ascii: ".")] : folder)
      .withCString { realpath($0, nil) }
    guard let resolved else { throw FileProblem(error: errno) }
    defer { free(resolved) }
    let whole = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    return try FileLocation(at: FileLocation.joined(whole, name))
  }

  private mutating func addSidecars(beside main: File) throws {
    let name = Array(main.from.name.bytes)
    let stem = OutputName.parts(name).stem
    let folder = String(decoding: main.from.path.dropLast(name.count + 1), as: UTF8.self)
    for (sidecar, isOwn) in OutgoingSidecar.names(beside: name) {
      let point = FileLocation(sidecar, in: main.from.folder, at: Array(folder.utf8))
      guard point.status?.isRegularFile == true, !contains(point.path) else { continue }
      files.append(
        File(
          type: Self.sidecar, file: try point.open(), from: point,
          ending: (isOwn ? main.ending : []) + sidecar.suffix(OutgoingSidecar.ending.count),
          isSidecar: true, isShared: !isOwn && isShared(stem, in: main.from.folder)))
    }
  }

  private mutating func add(_ document: any Original) throws {
    let point = try Self.point(at: document.pathBytes)
    guard !contains(point.path), let main = files.first else { return }
    let ending = main.ending + OutputName.parts(Array(point.name.bytes)).ending
    files.append(
      File(
        type: Self.sidecar, file: try document.open(), from: point, ending: ending, isSidecar: true)
    )
  }

  private func contains(_ path: [UInt8]) -> Bool { files.contains { $0.from.path == path } }

  /// True if another picture of the folder has the same name without its extension.
  private func isShared(_ stem: [UInt8], in folder: DirectoryHandle) -> Bool {
    let collector = EntryCollector(includesHidden: true)
    _ = csystem_list(
      folder.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    let own = files.map { Array($0.from.name.bytes) }
    return collector.found.contains { found in
      let name = Array(collector.names[Int(found.start)..<Int(found.start) + Int(found.count)])
      let parts = OutputName.parts(name)
      return Self.lowered(parts.stem) == Self.lowered(stem) && !own.contains(name)
        && name.withUnsafeBytes { FilenameKind($0) } != .other
    }
  }
}
