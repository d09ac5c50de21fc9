final class ObservedReader: AssetReader {
  private let reader: any AssetReader
  private let observer: any StepObserver

  init(_ reader: any AssetReader, by observer: any StepObserver) {
    self.reader = reader
    self.observer = observer
  }

  var isAtEnd: Bool { reader.isAtEnd }
  var didSeeEnd: Bool { reader.didSeeEnd }

  func next() throws -> PendingBatch? {
    let start = ContinuousClock.now
    let pending = try reader.next()
    observer.note(Self.work(since: start, 0))
    guard let pending else { return nil }
    return PendingBatch { [observer] in
      let start = ContinuousClock.now
      let assets = pending.unfold()
      observer.note(Self.work(since: start, assets.count))
      return assets
    }
  }

  private static func work(since start: ContinuousClock.Instant, _ count: Int) -> StepWork {
    StepWork(place: nil, start: start, duration: .now - start, entered: 0, passed: count, failed: 0)
  }
}
