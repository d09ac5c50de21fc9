extension FileStatus {
  /// Whether a write after `moment` would have given the file another time than `time`.
  ///
  /// A file system's clock goes in steps: up to 10 ms for Linux's, up to 2 s where times are
  /// without a fraction, as FAT's are. A time that lies in the future was set, not written.
  ///
  /// - Parameters:
  ///   - time: when the file was changed, in nanoseconds since 1970.
  ///   - moment: when reading it began.
  package static func isSettled(_ time: Int64, at moment: Int64) -> Bool {
    let isCoarse = time % 1_000_000_000 == 0
    let step: Int64 = isCoarse ? 2_000_000_000 : 20_000_000
    let age = moment.subtractingReportingOverflow(time)
    return age.overflow || age.partialValue > step || age.partialValue < -2_000_000_000
  }
}
