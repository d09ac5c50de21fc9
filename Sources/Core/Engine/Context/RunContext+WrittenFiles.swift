extension WrittenFiles: RunResource {}

extension RunContext {
  /// The list of files that the run writes itself, so that a watch ignores them; nil without a
  /// watch.
  package var writtenFiles: WrittenFiles? {
    get { resources[WrittenFiles.self] }
    set { resources[WrittenFiles.self] = newValue }
  }
}
