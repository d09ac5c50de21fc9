internal import Media

extension ScreenshotName {
  /// The systems and tools whose names are recognised.
  package enum Origin: String, CaseIterable, Sendable, CustomStringConvertible {
    case android = "an Android"
    case androidStudio = "an Android Studio"
    case chromeOS = "a ChromeOS"
    case cleanShot = "a CleanShot"
    case deepin = "a Deepin"
    case firefox = "a Firefox"
    case flameshot = "a Flameshot"
    case fullPageCapture = "a browser extension's"
    case gnome = "a GNOME"
    case greenshot = "a Greenshot"
    case grim = "a grim"
    case gscreenshot = "a gscreenshot"
    case huawei = "a Huawei"
    case hyprshot = "a Hyprshot"
    case iOSSimulator = "an iOS Simulator"
    case iShot = "an iShot"
    case kdeSpectacle = "a KDE Spectacle"
    case kazam = "a Kazam"
    case ksnip = "a ksnip"
    case lightshot = "a Lightshot"
    case macOS = "a macOS"
    case mate = "a MATE"
    case nvidia = "an NVIDIA"
    case opera = "an Opera"
    case pixPin = "a PixPin"
    case qq = "a QQ"
    case samsung = "a Samsung"
    case scrot = "a scrot"
    case snipaste = "a Snipaste"
    case swappy = "a swappy"
    case weChat = "a WeChat"
    case windows = "a Windows"
    case windowsSnippingTool = "a Windows Snipping Tool"
    case xnip = "an Xnip"
    case xfce = "an Xfce"
    case xiaomi = "a Xiaomi"
    /// A name that several systems give.
    case unspecified = "a"

    /// The evidence in messages, such as "file name of a GNOME screenshot".
    package var description: String { "file name of \(rawValue) screenshot" }
  }

  /// Returns the system or tool by the text at `end`, after the word for a screenshot.
  static func origin(_ name: NameBytes, _ end: Int, isEnglish: Bool) -> Origin {
    if name[end] == UInt8(ascii: "_") {
      return isEnglish ? underscored(name, end + 1) : .unspecified
    }
    let start = name.skippingSpaces(end)
    if name[start] == UInt8(ascii: "("), start > end {
      let digits = name.digitRun(start + 1)
      return digits > 0 && name[start + 1 + digits] == UInt8(ascii: ")") ? .windows : .unspecified
    }
    guard name.isDigit(start), let (date, dateEnd) = FilenameDate.starting(at: start, in: name),
      date.precision >= .second, name[start + 4] == UInt8(ascii: "-")
    else { return .unspecified }
    // After `2024-01-01 `: six digits, hyphens or dots.
    let time = name.afterSpace(start + 10) ?? start + 10
    if name.digitRun(time) == 6 { return .windowsSnippingTool }
    if name.digitRun(time) == 2 && name[time + 2] == UInt8(ascii: "-") {
      return isEnglish ? .unspecified : .gnome
    }
    if isEnglish {
      if name.has("at ", at: time), name[time + 5] == UInt8(ascii: "-") { return .firefox }
      if name.isDigit(time), name[dateEnd] == UInt8(ascii: ".") || name[dateEnd] == 0x20 {
        return .chromeOS
      }
    }
    return .macOS
  }

  /// Returns the origin of `Screenshot_…`, which is not translated. AOSP writes `yyyyMMdd-HHmmss`;
  /// Samsung and Huawei `yyyyMMdd_HHmmss` and the app's name or package; Spectacle the same without
  /// an app, as PNG; Xiaomi hyphens, milliseconds and package.
  private static func underscored(_ name: NameBytes, _ start: Int) -> Origin {
    let digits = name.digitRun(start)
    let mark = name[start + digits]
    if digits == 8, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_"),
      name.digitRun(start + 9) == 6
    {
      let tail = start + 15
      let hasApp = name[tail] == UInt8(ascii: "_") && !name.isDigit(tail + 1)
      if hasApp { return isPackage(name, tail + 1) ? .huawei : .samsung }
      if mark == UInt8(ascii: "-") { return .android }
      return name.has(".png", at: name.stemEnd) ? .kdeSpectacle : .samsung
    }
    if digits == 4, mark == UInt8(ascii: "-"), name.digitRun(start + 8) == 2 {
      let time = start + 10
      if name[time] == UInt8(ascii: "_") { return .xfce }
      if name[time] == UInt8(ascii: "-") {
        return name.digitRun(time + 10) == 3 ? .xiaomi : .android
      }
      return name.afterSpace(time) == nil ? .unspecified : .firefox
    }
    return 1...4 ~= digits && start + digits == name.stemEnd ? .lightshot : .unspecified
  }

  /// Returns true if an Android package follows, such as `com.android.chrome`; its short first part
  /// in lower case distinguishes it from an app's name, such as `Booking.com`.
  private static func isPackage(_ name: NameBytes, _ start: Int) -> Bool {
    var end = start
    while name[end] &- 0x61 < 26 { end += 1 }
    return 2...4 ~= end - start && name[end] == UInt8(ascii: ".") && end < name.stemEnd
  }
}
