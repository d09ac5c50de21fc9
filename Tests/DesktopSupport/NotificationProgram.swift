package import TestSupport

/// A program that shows notifications on a screen, and what a user has to click on it.
package struct NotificationProgram: Sendable, CustomStringConvertible {
  package let name: String
  package let path: String
  /// The click on its last button; nil where it shows none.
  package let lastButton: Click?
  /// The click that is a plain yes.
  package let accept: Click
  /// The click that takes the notice away.
  package let dismiss: Click

  package var description: String { name }

  /// The place of a click, from the edges of the notice, and the button of the mouse.
  package struct Click: Sendable {
    package enum Place: Sendable {
      case middle
      /// From the left and the upper edge.
      case topLeft(Int, Int)
      /// From the right and the upper edge.
      case topRight(Int, Int)
      /// From the right and the lower edge.
      case bottomRight(Int, Int)
    }

    package let place: Place
    package let button: Int

    package func point(in box: ScreenDifference) -> (x: Int, y: Int) {
      switch place {
      case .middle: ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      case .topLeft(let x, let y): (box.left + x, box.top + y)
      case .topRight(let x, let y): (box.right - x, box.top + y)
      case .bottomRight(let x, let y): (box.right - x, box.bottom - y)
      }
    }
  }

  /// Those that Debian 12 has. With the settings that they come with, dunst closes a notice by the
  /// left button of the mouse and acts by the middle one, and xfce4-notifyd shows a plain yes as the
  /// first of its buttons.
  package static let all = [
    NotificationProgram(
      name: "dunst", path: "/usr/bin/dunst", lastButton: nil,
      accept: Click(place: .middle, button: 2), dismiss: Click(place: .middle, button: 1)),
    NotificationProgram(
      name: "xfce4-notifyd", path: library("xfce4/notifyd/xfce4-notifyd"),
      lastButton: Click(place: .bottomRight(57, 31), button: 1),
      accept: Click(place: .bottomRight(150, 31), button: 1),
      dismiss: Click(place: .topLeft(165, 24), button: 1)),
    NotificationProgram(
      name: "notification-daemon", path: "/usr/lib/notification-daemon/notification-daemon",
      lastButton: Click(place: .bottomRight(79, 38), button: 1),
      accept: Click(place: .topLeft(141, 83), button: 1),
      dismiss: Click(place: .topRight(23, 27), button: 1)),
  ]

  #if arch(arm64)
    private static let machine = "aarch64"
  #else
    private static let machine = "x86_64"
  #endif

  private static func library(_ path: String) -> String {
    "/usr/lib/\(machine)-linux-gnu/\(path)"
  }

  package static var requirements: [Requirement] { all.map { .executable($0.path) } }
}
