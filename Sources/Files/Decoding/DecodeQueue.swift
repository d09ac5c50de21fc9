/// The files that no process has yet: of each call one after the other, and one of each in turn,
/// so that a long call does not keep a short one waiting.
struct DecodeQueue {
  private struct Turn {
    let call: DecodeCall
    var next = 0
  }

  private var turns: [Turn] = []
  private var returned: [DecodeTask] = []
  private(set) var count = 0

  mutating func append(_ call: DecodeCall) {
    guard !call.items.isEmpty else { return }
    turns.append(Turn(call: call))
    count += call.items.count
  }

  /// Puts back what a lost process had; it comes first.
  mutating func putBack(_ task: DecodeTask) {
    returned.append(task)
    count += 1
  }

  /// What comes next.
  var first: DecodeTask? {
    if let task = returned.first { return task }
    guard let turn = turns.first else { return nil }
    let item = turn.call.items[turn.next]
    return DecodeTask(
      call: turn.call, index: turn.next, request: item.request, descriptors: item.descriptors)
  }

  mutating func popFirst() -> DecodeTask? {
    guard let first else { return nil }
    count -= 1
    if !returned.isEmpty {
      returned.removeFirst()
      return first
    }
    var turn = turns.removeFirst()
    turn.next += 1
    if turn.next < turn.call.items.count { turns.append(turn) }
    return first
  }
}
