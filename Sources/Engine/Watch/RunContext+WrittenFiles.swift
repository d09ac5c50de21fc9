extension WrittenFiles: RunResource {}

extension RunContext {
  /// What the run writes itself, where somebody watches; nil where nobody does.
  package var writtenFiles: WrittenFiles? {
    get { resources[WrittenFiles.self] }
    set { resources[WrittenFiles.self] = newValue }
  }
}
