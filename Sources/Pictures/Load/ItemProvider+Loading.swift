internal import Decoding
internal import Media
internal import Platform

extension ItemProvider {
  /// What is held in memory; a larger original is loaded as a file.
  private static let largestData: Int64 = 64 << 20
  /// How much is read before the progress is told, and before a cancellation is looked for.
  private static let readSize = 1 << 20

  /// The size of the original.
  public func byteCount() throws(AssetFailure) -> Int64 {
    try asset.openOriginal().status.size
  }

  /// The original's bytes, 64 MiB at most.
  public func loadData(_ progress: ItemProgress) throws(AssetFailure) -> [UInt8] {
    let file = try asset.openOriginal()
    guard file.status.size <= Self.largestData else {
      throw failure("is larger than 64 MiB, which is the most that a record holds; use file")
    }
    let size = Int(file.status.size)
    progress.expect(file.status.size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
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
    if progress.isCancelled { throw failure("interrupted") }
    guard bytes.count == size else { throw failure("the file changed while it was read") }
    return bytes
  }

  /// The path of the original where it lies.
  public func loadInPlaceFile(_ progress: ItemProgress) throws(AssetFailure) -> [UInt8] {
    let file = try asset.openOriginal()
    progress.expect(file.status.size)
    progress.complete(file.status.size)
    return asset.pathBytes ?? []
  }

  /// The original as a file.
  ///
  /// - Parameter folder: where it is put; nil to leave it where it lies.
  func loadFile(
    _ file: OpenFile, by transfer: FileTransfer, into folder: OutputFolder?,
    _ progress: ItemProgress
  ) throws(AssetFailure) -> LoadedRepresentation {
    let size = file.status.size
    guard let folder else {
      return .file(path: try loadInPlaceFile(progress), byteCount: size, origin: .reference)
    }
    do throws(FileProblem) {
      let name = asset.filenameBytes
      if transfer == .hardLink, let path = asset.pathBytes,
        let linked = try folder.link(file, at: path, as: name)
      {
        progress.complete(size)
        return .file(path: linked, byteCount: size, origin: .hardLink)
      }
      let copied = try folder.copy(file, as: name) { count in
        progress.complete(Int64(count))
        return !progress.isCancelled
      }
      return .file(path: copied, byteCount: size, origin: .copy)
    } catch {
      throw failure(error.reason)
    }
  }

  /// A version as the picture to show, without a pixel of it changed.
  func wholeImage(_ version: PictureVersion) throws(AssetFailure) -> LoadedImage {
    if case .other(let place) = asset.place(of: version), let status = try? place.status() {
      var reader = HeaderReader()
      let facts = (try? place.open()).flatMap { try? PictureFacts($0, by: &reader) }
      return LoadedImage(
        place: .file(path: place.pathBytes), size: facts?.size,
        uniformTypeIdentifier: facts?.media.format.uniformTypeIdentifier
          ?? asset.string(of: .uniformTypeIdentifier),
        byteCount: status.size, origin: version == .current ? .edited : .original)
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

  /// The picture that the options ask for.
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
