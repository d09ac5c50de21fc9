extension WrittenFiles: RunResource {}

extension RunContext {
  /// The files that the run writes itself, for a watch; nil without a watch.
  package var writtenFiles: WrittenFiles? {
    get { resources[WrittenFiles.self] }
    set { resources[WrittenFiles.self] = newValue }
  }
}
