internal import Platform

/// The open files that came with a message; closed with the last reference to them.
package final class ReceivedFiles: Sendable {
  package let descriptors: [Int32]

  package init(_ descriptors: [Int32]) {
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}
