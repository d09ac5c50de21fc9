extension Components {
  /// What comes along.
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
    ],
    libraries: [
      PhotosLibrary.self,
      TakeoutLibrary.self,
      FolderLibrary.self,
    ])
}
