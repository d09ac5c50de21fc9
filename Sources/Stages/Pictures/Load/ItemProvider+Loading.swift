internal import Decoding
internal import Media
internal import Platform

extension ItemProvider {
  /// The maximum size of data held in memory; a larger original is loaded as a file.
  private static let largestData: Int64 = 64 << 20
  /// The number of bytes read between updates of the progress and checks for cancellation.
  private static let readSize = 1 << 20

  /// Returns the size of the original in bytes; throws ``AssetFailure`` if it can't be opened.
  public func byteCount() throws(AssetFailure) -> Int64 {
    try asset.openOriginal().status.size
  }

  /// Returns the original's bytes; throws ``AssetFailure`` above 64 MiB, or if reading fails.
  public func loadData(_ progress: ItemProgress) throws(AssetFailure) -> [UInt8] {
    let file = try asset.openOriginal()
    guard file.status.size <= Self.largestData else {
      throw failure("is larger than 64 MiB, which is the most that a record holds; use file")
    }
    let size = Int(file.status.size)
    let bytes = progress.during(.read, of: file.status.size) {
      [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size, !progress.isCancelled {
          let wanted = min(Self.readSize, size - count)
          let read = pread(
            file.descriptor, buffer.baseAddress.map { $0 + count }, wanted, off_t(count))
          if read < 0, errno == EINTR { continue }
          if read <= 0 { break }
          count += read
          progress.complete(Int64(read))
        }
      }
    }
    if progress.isCancelled { throw failure("interrupted") }
    guard bytes.count == size else { throw failure("the file changed while it was read") }
    return bytes
  }

  /// Opens the files of a version, the main one first; if one of them fails, none is returned.
  /// `version` is nil for all imported files; `isReference` is true if the files stay in the
  /// library, so that a missing one is only absent.
  package func files(
    of version: PictureVersion?, isReference: Bool
  ) throws(AssetFailure) -> [AssetFile] {
    var files = [try mainFile(of: version)]
    for resource in asset.companions(of: version) {
      guard let original = resource.original else {
        if isReference || acceptsMissingMovie && resource.kind.isLivePhotoMovie { continue }
        throw failure(resource.missingReason)
      }
      files.append(try file(of: resource.kind, at: original))
    }
    return files
  }

  private func mainFile(of version: PictureVersion?) throws(AssetFailure) -> AssetFile {
    let kind = asset.mainKind(isEdited: version == .current)
    if let version {
      switch asset.place(of: version) {
      case .other(let original):
        return try file(of: version == .original ? .alternatePhoto : kind, at: original)
      case .missing: throw failure(AssetResource(kind, nil).missingReason)
      case .original: break
      }
    }
    let path = asset.pathBytes ?? []
    return AssetFile(
      kind: asset.mainKind(isEdited: false), name: asset.filenameBytes,
      outgoing: OutgoingFile(file: try asset.openOriginal(), path: path))
  }

  private func file(
    of kind: AssetResource.Kind, at original: any Original
  ) throws(AssetFailure) -> AssetFile {
    let path = original.pathBytes
    do throws(FileProblem) {
      let file = try original.open()
      let reason =
        acceptsDamage
        ? CompleteOriginalStep.objectionToTransfer(of: file)
        : CompleteOriginalStep.objection(to: file)
      if let reason { throw FileProblem(reason) }
      let name = Array(path.split(separator: UInt8(ascii: "/")).last ?? [])
      return AssetFile(kind: kind, name: name, outgoing: OutgoingFile(file: file, path: path))
    } catch {
      throw failure("\(String(decoding: path, as: UTF8.self)): \(error.reason)")
    }
  }

  /// Writes the asset's known values as XMP into a nameless file; returns nil if there are none.
  func sidecar(
    of files: [AssetFile], in folder: OutputFolder
  ) throws(AssetFailure) -> OutgoingFile? {
    guard let main = files.first?.outgoing else { return nil }
    do {
      let original = OutgoingSidecar.file(beside: main.path)
      let sidecar = try OutgoingSidecar(of: asset, mergedInto: original, in: context)
      guard let content = try sidecar.content() else { return nil }
      let file = try folder.beginFile(mode: main.file.status.permissions & 0o666)
      try file.fill(with: content)
      return OutgoingFile(file: try OpenFile(copying: file.descriptor), path: main.path)
    } catch let failure as AssetFailure {
      throw failure
    } catch {
      throw failure((error as? FileProblem)?.reason ?? "\(error)")
    }
  }

  /// Loads the files into `folder`; nil leaves them in the library.
  func loadFiles(
    _ files: [AssetFile], with sidecar: OutgoingFile? = nil, by transfer: FileTransfer,
    into folder: OutputFolder?, _ progress: ItemProgress
  ) throws(AssetFailure) -> LoadedFile {
    var outgoing = files.map(\.outgoing)
    guard let folder else {
      return LoadedFile(files, at: outgoing.map(\.path), .reference)
    }
    var name = OutputName(asset.filenameBytes, for: files.map(\.name))
    if let sidecar {
      outgoing.append(sidecar)
      name.addSidecar()
    }
    do throws(FileProblem) {
      let size = outgoing.reduce(0) { $0 &+ $1.file.status.size }
      return try progress.during(.copy, of: size) { () throws(FileProblem) in
        if transfer == .hardLink, let linked = try folder.link(outgoing, as: name) {
          return LoadedFile(files, at: linked, .hardLink)
        }
        let copied = try folder.copy(outgoing, as: name) { count in
          progress.complete(count)
          return !progress.isCancelled
        }
        return LoadedFile(files, at: copied, .copy)
      }
    } catch {
      throw failure(error.reason)
    }
  }

  /// Returns the unchanged file of a version as the picture to show; `allowsDegraded` accepts the
  /// library's smaller one if it is missing.
  func wholeImage(
    _ version: PictureVersion, allowsDegraded: Bool = false
  ) throws(AssetFailure) -> LoadedImage {
    if case .other(let place) = asset.place(of: version), let status = try? place.status() {
      var reader = HeaderReader()
      let facts = (try? place.open()).flatMap { try? PictureFacts($0, by: &reader) }
      return LoadedImage(
        place: .file(path: place.pathBytes), size: facts?.size,
        uniformTypeIdentifier: facts?.media.format.uniformTypeIdentifier
          ?? asset.string(of: .uniformTypeIdentifier),
        byteCount: status.size, origin: version == .current ? .edited : .original)
    }
    if allowsDegraded, (try? asset.openOriginal()) == nil {
      var stands = AssetDerivatives(of: asset, version)
      if let stand = stands.largest { return stands.image(of: stand) }
    }
    guard let path = asset.pathBytes else { throw failure("has no file to load") }
    let width = Int32(exactly: asset.integer(.pixelWidth)) ?? 0
    let height = Int32(exactly: asset.integer(.pixelHeight)) ?? 0
    return LoadedImage(
      place: .file(path: path),
      size: width > 0 && height > 0 ? PictureSize(width: width, height: height) : nil,
      uniformTypeIdentifier: asset.string(of: .uniformTypeIdentifier),
      byteCount: asset.integer(.fileSize), origin: .original)
  }

  func loadObject(
    _ options: PictureOptions, to destination: any PictureDestination
  ) throws -> LoadedImage {
    try PictureLoader(options, to: destination, in: context).load([asset]) { _ in }
    if let failure = asset.failure { throw failure }
    guard case .image(let image)? = asset.findings?.loads.last else {
      throw failure("no picture was made")
    }
    return image
  }

  private func failure(_ reason: String) -> AssetFailure {
    AssetFailure(asset: asset.displayName, stage: "load", reason: reason)
  }
}

/// An open file of an asset, and the name from which its copy takes the extension.
package struct AssetFile {
  /// The role of the file in the asset.
  package let kind: AssetResource.Kind
  /// The file's name without folders.
  package let name: [UInt8]
  /// The open file and its path.
  package let outgoing: OutgoingFile
}

extension LoadedFile {
  /// Describes the files by their present paths.
  fileprivate init(_ files: [AssetFile], at paths: [[UInt8]], _ origin: Origin) {
    let parts = zip(files, paths).map { file, path in
      Part(kind: file.kind, path: path, byteCount: file.outgoing.file.status.size)
    }
    self.init(
      origin: origin, main: parts[0], companions: Array(parts.dropFirst()),
      sidecar: paths.count > files.count ? paths.last : nil)
  }
}
