internal import ArgumentParser

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable, ExpressibleByArgument {
  case auto, always, never
}
