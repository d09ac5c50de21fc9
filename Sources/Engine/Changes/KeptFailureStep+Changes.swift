extension KeptFailureStep {
  /// A step that adds to what is known of assets that came or changed.
  ///
  /// What was removed or moved passes it by. An asset for which it fails stays and says so, as without
  /// it the indexes of the others would mean nothing.
  init(ofChanged step: any Step) {
    self.init(
      step,
      Manner(
        isConcerned: { asset in
          guard let change = asset.findings?.change else { return false }
          return change.hasContent && change.problem == nil
        },
        settle: { findings, failure in findings.change?.problem = failure.reason },
        allowsInterimRecords: false))
  }
}
