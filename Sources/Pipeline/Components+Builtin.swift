extension Components {
  /// The stages, libraries, notifiers and fields that ship with shotflow.
  public static let builtin = Components(
    stages: [
      LibrarySource.self,
      LabelClassifier.self,
      TextRecognition.self,
      PictureVerification.self,
      AssetFilter.self,
      ContentDedupe.self,
      SimilarPictures.self,
      FetchObserve.self,
      AssetCount.self,
      ProgramExec.self,
      RepresentationLoad.self,
      OfferNotify.self,
      LibraryImport.self,
      FileCopy.self,
      FileMove.self,
      FileTrash.self,
      FileLink.self,
      FileOpen.self,
      FileReveal.self,
      ClipboardWrite.self,
      ContactSheet.self,
      Webhook.self,
    ],
    libraries: [
      PhotosLibrary.self,
      TakeoutLibrary.self,
      FolderLibrary.self,
    ],
    kinds: LibraryKind.catalogues,
    notifiers: [DesktopNotifier()])
}
