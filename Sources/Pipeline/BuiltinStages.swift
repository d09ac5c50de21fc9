extension StageRegistry {
  /// The stages that every rule may use.
  public static let builtin = StageRegistry([
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
