/// The content of a sidecar that is written, and that of the file in its place.
struct WrittenContent {
  let bytes: [UInt8]
  /// The content of the file that it replaces; nil if none exists.
  let previous: [UInt8]?
  /// The replaced file's modification time, in nanoseconds since 1970; nil if none exists.
  var previousModified: Int64?

  enum State {
    case possible(WrittenContent)
    /// The name has another file.
    case taken

    /// Determines the content of the sidecar that gets a name in the target folder.
    ///
    /// - Parameters:
    ///   - isKnown: true if the picture itself is there, so that a file with the name is its sidecar.
    ///   - forecast: the simulated effects of a dry run until now.
    /// - Throws: ``FileProblem`` if the file with the name is not XMP.
    init(
      _ sidecar: OutgoingSidecar, _ name: [UInt8], in folder: TargetFolder,
      for file: TransferFiles.File, replacing isKnown: Bool, after forecast: DryRunTransfers
    ) throws(FileProblem) {
      let path = FileLocation.joined(folder.path, name)
      let point = folder.handle.map { FileLocation(name, in: $0, at: folder.path) }
      switch forecast.content(of: path) {
      case .file: self = .taken
      case nil where point?.status != nil:
        guard isKnown, let point else {
          self = .taken
          return
        }
        let present = try point.open()
        guard let previous = try present.bytes(atMost: XMPSidecar.sizeLimit) else {
          throw FileProblem(
            "its XMP file \(SidecarProblem.tooLarge), so nothing can be added to it")
        }
        let content = try sidecar.content(replacing: previous)
        self = .possible(
          WrittenContent(
            bytes: content ?? previous, previous: previous,
            previousModified: present.status.modified))
      case .nothing, nil:
        self = .possible(WrittenContent(bytes: try sidecar.content() ?? [], previous: nil))
      }
    }
  }
}
