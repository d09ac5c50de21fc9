extension TransferStep {
  /// Opens the file that is at the place which the step gives an asset's main file. Returns nil if no
  /// file is there, or if the place contains a number, which depends on the run. Throws
  /// ``FileProblem`` if the place can't be read, and errors of the template.
  package func occupant(of asset: Asset, in context: RunContext) throws -> OpenFile? {
    guard let template = target.template(for: asset) else { return nil }
    var step = self
    step.options.backup = nil
    let files = try TransferFiles(
      of: asset, by: kind, among: KnownFolders(), after: DryRunTransfers(),
      representativeAlone: true, versions: .original, in: context)
    let place = try asset.withRecord(reading: template.members, context.fields) { record in
      try template.target(of: record, filename: files.name)
    }
    guard place.name.counter == nil, let main = files.files.first else { return nil }
    let folder = try TransferPlaces(step, in: context)
      .folder(of: template, for: asset, place.folders)
    guard let handle = folder.handle else { return nil }
    let name = OutputName(stem: files.stem(of: place.name.open), endings: [main.ending]).bytes(1)
    let found = FileLocation(name, in: handle, at: folder.path)
    return found.status?.isRegularFile == true ? try found.open() : nil
  }
}
