import FolderLibrary

extension FolderWatcher {
  /// Returns the reported files once there are `count` of them, at the latest after a minute.
  ///
  /// A process that another test starts holds a file open for a moment after its test closed it.
  /// `isLooking` also scans the folders.
  func reportedFiles(_ count: Int, isLooking: Bool = false) -> [FolderChanges.File] {
    var files = news().files
    let end = ContinuousClock.now + .seconds(60)
    while files.count < count, ContinuousClock.now < end {
      files += (isLooking ? look().files : []) + news().files
    }
    return files
  }
}
