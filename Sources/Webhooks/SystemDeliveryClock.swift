internal import Platform

/// The clock of this computer.
struct SystemDeliveryClock: DeliveryClock {
  func sleep(_ time: Duration, unless isOver: () -> Bool) {
    let end = ContinuousClock.now + time
    while .now < end, !isOver() {
      usleep(useconds_t(min(50_000, max(1, (end - .now) / .microseconds(1)))))
    }
  }
}
