import Foundation
package import TestSupport
import Testing

/// An invisible screen, with a pointer that a test moves.
package final class VirtualScreen: Sendable {
  package let display: String
  private let server: RunningProgram
  private let directory: TemporaryDirectory

  package static let requirements = [
    Requirement.program("Xvfb"), .program("xdotool"), PrivateBus.requirement,
  ]

  package init() async throws {
    directory = try TemporaryDirectory()
    // It takes the first number that is free, and says which.
    server = try RunProgram(
      try #require(Requirement.path(ofProgram: "Xvfb")),
      [
        "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-fbdir",
        directory.path,
      ]
    ).start()
    try #require(await server.printed("\n"), "the screen did not start")
    display = ":" + server.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    server.signal(SIGTERM)
  }

  /// Returns the picture on the screen.
  package func picture() throws -> ScreenPicture {
    try ScreenPicture(xwd: directory.contents(of: "Xvfb_screen0"))
  }

  /// Waits until what is on the screen differs from a picture in so many pixels, and stays as it is.
  package func change(from empty: ScreenPicture, by count: Int) async throws -> ScreenPicture {
    var last = empty
    let end = ContinuousClock.now + .seconds(30)
    while .now < end {
      let now = try picture()
      if now.difference(from: empty).count >= count, now == last { return now }
      last = now
      try await Task.sleep(for: .milliseconds(30))
    }
    return last
  }

  /// Waits until the screen is as it was.
  package func becomes(_ picture: ScreenPicture) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while .now < end {
      if try self.picture() == picture { return true }
      try await Task.sleep(for: .milliseconds(30))
    }
    return false
  }

  package func click(x: Int, y: Int, button: Int = 1) async throws {
    let path = try #require(Requirement.path(ofProgram: "xdotool"))
    let words = ["mousemove", "\(x)", "\(y)", "sleep", "0.1", "click", "\(button)"]
    let result = try await RunProgram(path, words, environment: ["DISPLAY": display]).result()
    try #require(result.status == .exited(0))
  }

  /// Moves the pointer into a corner, where no notice is.
  package func hidePointer() async throws {
    let path = try #require(Requirement.path(ofProgram: "xdotool"))
    _ = try await RunProgram(
      path, ["mousemove", "2", "766"], environment: ["DISPLAY": display]
    ).result()
  }
}

/// The pixels of a screen.
package struct ScreenPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  private let bytes: [UInt8]
  /// The place of the first row among the bytes.
  private let start: Int
  /// The bytes of a row.
  private let row: Int

  /// Reads what Xvfb keeps (X Window Dump, version 7; pixels of 32 bits).
  init(xwd file: [UInt8]) throws {
    func number(_ place: Int) -> Int {
      file[place * 4..<place * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    try #require(file.count > 100 && number(11) == 32, "the screen is kept in another way")
    let (width, height) = (number(4), number(5))
    let (start, row) = (number(0) + number(19) * 12, number(12))
    try #require(row >= width * 4 && file.count >= start + height * row)
    self.width = width
    self.height = height
    self.start = start
    self.row = row
    bytes = file
  }

  package static func == (left: ScreenPicture, right: ScreenPicture) -> Bool {
    left.difference(from: right).count == 0
  }

  /// Returns the number of pixels that differ, and the box that they are in.
  package func difference(from other: ScreenPicture) -> ScreenDifference {
    var difference = ScreenDifference()
    bytes.withUnsafeBytes { own in
      other.bytes.withUnsafeBytes { others in
        // Most rows are equal, and to compare them pixel by pixel would take most of a test's time.
        for y in 0..<height {
          let (place, otherPlace) = (start + y * row, other.start + y * other.row)
          let areEqual =
            memcmp(own.baseAddress! + place, others.baseAddress! + otherPlace, width * 4) == 0
          for x in 0..<(areEqual ? 0 : width) {
            let pixel = own.loadUnaligned(fromByteOffset: place + x * 4, as: UInt32.self)
            let before = others.loadUnaligned(fromByteOffset: otherPlace + x * 4, as: UInt32.self)
            // The fourth byte is none of a colour.
            if (pixel ^ before) & 0xFFFFFF != 0 { difference.add(x: x, y: y) }
          }
        }
      }
    }
    return difference
  }
}

/// The difference between two pictures of a screen.
package struct ScreenDifference: Sendable {
  package private(set) var count = 0
  package private(set) var left = Int.max
  package private(set) var right = 0
  package private(set) var top = Int.max
  package private(set) var bottom = 0

  fileprivate mutating func add(x: Int, y: Int) {
    count += 1
    (left, right) = (min(left, x), max(right, x))
    (top, bottom) = (min(top, y), max(bottom, y))
  }
}
