extension WrittenFiles: RunResource {}

extension RunContext {
  /// The files that the run itself writes, so that a watch ignores them; nil without a watch.
  package var writtenFiles: WrittenFiles? {
    get { resources[WrittenFiles.self] }
    set { resources[WrittenFiles.self] = newValue }
  }
}
