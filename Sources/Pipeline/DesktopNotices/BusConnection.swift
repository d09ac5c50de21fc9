internal import CSystem
internal import Platform

/// A connection to a message bus; confined to one thread at a time. Messages are sent and received
/// one by one, without callbacks. Each wait has a deadline and ends soon after a cancellation.
package final class BusConnection {
  private let library: BusLibrary
  private let bus: OpaquePointer
  private let isCancelled: () -> Bool
  /// The messages that arrived while a reply was awaited.
  private var pending: [BusMessage] = []

  /// The longest time between two checks for a cancellation.
  private static let attention = Duration.milliseconds(50)

  /// Connects to the bus at an address, such as `unix:path=/run/user/1000/bus`, and authenticates.
  /// Throws ``BusProblem``, `late` at the deadline.
  package init(
    to address: String, until deadline: ContinuousClock.Instant,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(BusProblem) {
    let library = try BusLibrary()
    var made: OpaquePointer?
    guard library.functions.sd_bus_new(&made) >= 0, let made else { throw .lost }
    self.library = library
    self.isCancelled = isCancelled
    bus = made
    guard library.functions.sd_bus_set_address(bus, address) >= 0,
      library.functions.sd_bus_set_bus_client(bus, 1) >= 0,
      library.functions.sd_bus_start(bus) >= 0
    else { throw .unavailable("there is no message bus at \(address)") }
    while library.functions.sd_bus_is_ready(bus) <= 0 {
      if let message = try step(until: deadline) { pending.append(message) }
      if .now >= deadline { throw .late }
    }
  }

  deinit {
    _ = library.functions.sd_bus_close_unref(bus)
  }

  // MARK: - Messages

  /// Returns a new call of a method.
  package func call(
    _ member: String, of interface: String, at path: String, to destination: String
  ) throws(BusProblem) -> BusMessage {
    var made: OpaquePointer?
    _ = library.functions.sd_bus_message_new_method_call(
      bus, &made, destination, path, interface, member)
    return try message(made)
  }

  /// Returns a new signal; `destination` is the only receiver, nil for all subscribers.
  package func signal(
    _ member: String, of interface: String, at path: String, to destination: String? = nil
  ) throws(BusProblem) -> BusMessage {
    var made: OpaquePointer?
    _ = library.functions.sd_bus_message_new_signal(bus, &made, path, interface, member)
    let message = try message(made)
    if let destination,
      library.functions.sd_bus_message_set_destination(message.message, destination) < 0
    {
      throw .invalid
    }
    return message
  }

  /// Returns a new reply to a received call.
  package func reply(to call: BusMessage) throws(BusProblem) -> BusMessage {
    var made: OpaquePointer?
    _ = library.functions.sd_bus_message_new_method_return(call.message, &made)
    return try message(made)
  }

  /// Returns a new error reply to a received call, with the error's dotted name and its text.
  package func refusal(
    of call: BusMessage, _ name: String, _ text: String
  ) throws(BusProblem) -> BusMessage {
    var made: OpaquePointer?
    name.withCString { name in
      text.withCString { text in
        var error = sd_bus_error(name: name, message: text, needs_free: 0)
        _ = library.functions.sd_bus_message_new_method_error(call.message, &made, &error)
      }
    }
    return try message(made)
  }

  private func message(_ made: OpaquePointer?) throws(BusProblem) -> BusMessage {
    guard let made else { throw .invalid }
    return BusMessage(made, library)
  }

  // MARK: - Sending and receiving

  /// Queues a message, which the next wait or ``flush(until:)`` sends; returns its serial number.
  @discardableResult
  package func send(_ message: BusMessage) throws(BusProblem) -> UInt64 {
    guard message.isSound else { throw .invalid }
    var serial: UInt64 = 0
    guard library.functions.sd_bus_send(bus, message.message, &serial) >= 0 else { throw .lost }
    return serial
  }

  /// Sends a call and waits for its reply; other messages that arrive meanwhile are received later.
  /// `isUndone` waits after a cancellation too, to undo the call's effect. Throws
  /// ``BusProblem/late`` at the deadline, ``BusProblem/refused(_:_:)`` for an error.
  package func reply(
    to message: BusMessage, until deadline: ContinuousClock.Instant, isUndone: Bool = false
  ) throws(BusProblem) -> BusMessage {
    let serial = try send(message)
    while .now < deadline {
      guard let received = try step(until: deadline, evenIfCancelled: isUndone) else { continue }
      guard received.repliesTo == serial else {
        pending.append(received)
        continue
      }
      if let problem = received.problem { throw problem }
      return received
    }
    throw .late
  }

  /// Returns the next message; nil if none arrives until the deadline.
  package func receive(until deadline: ContinuousClock.Instant) throws(BusProblem) -> BusMessage? {
    if !pending.isEmpty { return pending.removeFirst() }
    repeat {
      if let message = try step(until: deadline) { return message }
    } while .now < deadline
    return nil
  }

  /// Waits until all queued messages are sent, at most until the deadline.
  package func flush(until deadline: ContinuousClock.Instant) {
    var count: UInt64 = 1
    while .now < deadline, library.functions.sd_bus_get_n_queued_write(bus, &count) >= 0, count > 0
    {
      var message: OpaquePointer?
      guard library.functions.sd_bus_process(bus, &message) >= 0 else { return }
      if let message { pending.append(BusMessage(message, library)) }
      _ = library.functions.sd_bus_wait(bus, 1000)
    }
  }

  /// Processes the bus's input and output, or waits for some for 50 ms; returns a message, if any.
  private func step(
    until deadline: ContinuousClock.Instant, evenIfCancelled: Bool = false
  ) throws(BusProblem) -> BusMessage? {
    if !evenIfCancelled, isCancelled() { throw .cancelled }
    var message: OpaquePointer?
    let result = library.functions.sd_bus_process(bus, &message)
    guard result >= 0 else { throw .lost }
    if let message {
      let received = BusMessage(message, library)
      if received.interface == "org.freedesktop.DBus.Local" { throw .lost }
      return received
    }
    let left = min(deadline - .now, Self.attention)
    if result == 0, left > .zero {
      let (seconds, attoseconds) = left.components
      let wait = UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000) + 1
      let waited = library.functions.sd_bus_wait(bus, wait)
      if waited < 0, waited != -EINTR { throw .lost }
    }
    return nil
  }
}

extension BusConnection {
  /// The name of the bus itself, which is also that of its interface.
  static let name = "org.freedesktop.DBus"
  private static let path = "/org/freedesktop/DBus"

  /// Returns a new call of a method of the bus itself, such as `AddMatch`.
  package func busCall(_ member: String) throws(BusProblem) -> BusMessage {
    try call(member, of: Self.name, at: Self.path, to: Self.name)
  }

  /// Subscribes to signals by a match rule (D-Bus Specification, "Match Rules").
  package func subscribe(
    _ rule: String, until deadline: ContinuousClock.Instant
  ) throws(BusProblem) {
    let call = try busCall("AddMatch")
    call.append(rule)
    _ = try reply(to: call, until: deadline)
  }

  /// Makes a call whose result does not matter, also after a cancellation, and waits until it was
  /// received: a bus drops what is still unread of a connection that ends while it writes to it.
  func finish(
    _ call: BusMessage, until deadline: ContinuousClock.Instant
  ) throws(BusProblem) {
    do throws(BusProblem) {
      _ = try reply(to: call, until: deadline, isUndone: true)
    } catch .refused, .late {
      // The notification is gone already, or its program hangs.
    }
  }

  /// Subscribes to the changes of a name's owner.
  func followOwner(of name: String, until deadline: ContinuousClock.Instant) throws(BusProblem) {
    try subscribe(
      "type='signal',sender='\(Self.name)',interface='\(Self.name)',member='NameOwnerChanged',"
        + "arg0='\(name)'", until: deadline)
  }

  /// Waits until a followed name gets an owner, at most until the deadline; drops all messages up to
  /// then. A received change counts unless a later one was received, too.
  func waitForOwner(of name: String, until deadline: ContinuousClock.Instant) throws(BusProblem) {
    var isOwned = false
    while let message = try receive(until: isOwned ? .now : deadline) {
      if let change = message.ownerChange(of: name) { isOwned = !change.owner.isEmpty }
    }
  }
}

extension BusMessage {
  /// Returns the former and the new owner of a name, each empty for none; nil if the message is no
  /// signal of the bus about that name.
  func ownerChange(of name: String) -> (former: String, owner: String)? {
    guard kind == .signal, sender == BusConnection.name, interface == BusConnection.name,
      member == "NameOwnerChanged", readText() == name, let former = readText(),
      let owner = readText()
    else { return nil }
    return (former, owner)
  }
}

/// A failure on a message bus.
package enum BusProblem: Error, Hashable, Sendable {
  /// A missing library or bus.
  case unavailable(String)
  /// A bus that ended or can't be reached.
  case lost
  /// A missing reply at the deadline.
  case late
  /// An error reply, with its name and its message.
  case refused(String, String)
  /// An invalid message, such as one with an invalid member name.
  case invalid
  /// A cancellation of the run.
  case cancelled
}

/// The functions of libsystemd, opened for the first message, as other runs don't need them.
final class BusLibrary {
  let functions: cbus_library

  init() throws(BusProblem) {
    var functions = cbus_library()
    if let missing = cbus_open(&functions) {
      let name = String(cString: missing)
      throw .unavailable("\(name) is missing; install the package libsystemd0")
    }
    self.functions = functions
  }
}
