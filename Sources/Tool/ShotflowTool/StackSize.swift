internal import CSystem

/// The stack that a shell lets this process have.
enum StackSize {
  /// The bytes that any command needs, some times over.
  private static let needed = 512 << 10

  /// The message that the stack is too small, with the remedy; nil if it is large enough.
  static var shortage: String? {
    let size = csystem_stack_size()
    guard size < needed else { return nil }
    return "the stack is too small: \(size >> 10) KiB, \(needed >> 10) needed; raise the limit "
      + "with \"ulimit -s 8192\""
  }
}
