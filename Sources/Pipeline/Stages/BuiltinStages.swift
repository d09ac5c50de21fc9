extension Components {
  /// What `shotflow` is built with.
  public static let builtin = Components(
    stages: [
      LibrarySource.self,
      LabelClassifier.self,
      AssetFilter.self,
      ContentDedupe.self,
      FetchObserve.self,
      ProgramExec.self,
      RepresentationLoad.self,
      OfferNotify.self,
    ])
}
