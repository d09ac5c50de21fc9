extension Sequence {
  /// Returns the first result of `transform` that is not nil; nil if all are nil.
  ///
  /// `lazy.compactMap` with `first` calls its closure a second time for the element that it found, and
  /// the program ends if a file is gone by then.
  @inlinable package func firstNonNil<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    for element in self {
      if let result = try transform(element) { return result }
    }
    return nil
  }
}
