internal import Media

/// A recogniser of the names that systems and tools give to screen recordings. Like in
/// ``ScreenshotName``, a name begins with a known word and a separator, or with an ambiguous word
/// and a date. Some languages use one word for a video and a picture; the caller knows that the
/// file is a video.
///
/// Sources: the translations in GNOME Shell 43 and Kazam 1.4; the default patterns of Spectacle,
/// Kooha, OBS Studio, wf-recorder and vokoscreenNG; macOS, iOS, Windows and phones as found in
/// public repositories.
package enum ScreenRecordingName {
  /// The systems and tools whose names are recognised.
  package enum Origin: String, CaseIterable, Sendable, CustomStringConvertible {
    case android = "an Android"
    case gnome = "a GNOME"
    case huawei = "a Huawei"
    case iOS = "an iOS"
    case kazam = "a Kazam"
    case kooha = "a Kooha"
    case obsStudio = "an OBS Studio"
    case samsung = "a Samsung"
    case simpleScreenRecorder = "a SimpleScreenRecorder"
    case spectacle = "a Spectacle"
    case vokoscreen = "a vokoscreenNG"
    case wfRecorder = "a wf-recorder"
    case windowsSnippingTool = "a Windows Snipping Tool"
    case xiaomi = "a Xiaomi"
    /// A name that several systems give.
    case unspecified = "a"

    /// The evidence in messages, such as "file name of a GNOME screen recording".
    package var description: String { "file name of \(rawValue) screen recording" }
  }

  /// Returns the system or tool that gives files such a name, without a folder; nil for others.
  package static func match(_ name: UnsafeRawBufferPointer) -> Origin? {
    let name = NameBytes(name)
    let start = CopyPrefix.end(in: name)
    let found = phrase(in: name, at: start) { rule, end in
      switch rule {
      case .word, .fixed: ScreenshotName.endsWord(name, end)
      case .timed: ScreenshotName.hasDate(name, end, .second)
      }
    }
    switch found {
    case nil: return nil
    // Spectacle uses GNOME's English word.
    case (.timed(.gnome), let end)? where name[end] == UInt8(ascii: "_"):
      return name.digitRun(end + 1) == 8 ? .spectacle : .gnome
    case (.fixed(let origin), _)?, (.timed(let origin), _)?: return origin
    case (.word, let end)?: return origin(name, end)
    }
  }

  /// Returns the tool for a name that may have other origins, and counts only with other evidence:
  /// `2024-01-01 12-00-00.mkv` of OBS Studio, `recording.mkv` of wf-recorder; nil for others.
  package static func bareMatch(_ name: UnsafeRawBufferPointer) -> Origin? {
    let name = NameBytes(name)
    let start = CopyPrefix.end(in: name)
    if name.has("recording.", at: start), start + 9 == name.stemEnd { return .wfRecorder }
    let separators = [UInt8(ascii: " "), UInt8(ascii: "_")]
    guard let (date, end) = FilenameDate.starting(at: start, in: name), date.precision >= .second,
      end - start == 19, end == name.stemEnd, name[start + 4] == UInt8(ascii: "-"),
      separators.contains(name[start + 10]), name[start + 13] == UInt8(ascii: "-")
    else { return nil }
    return .obsStudio
  }

  /// Returns the origin by the date's form, as Samsung and Windows write the same words.
  private static func origin(_ name: NameBytes, _ end: Int) -> Origin {
    if name[end] == UInt8(ascii: "_") {
      switch name.digitRun(end + 1) {
      case 2: return .iOS
      case 8: return .samsung
      default: break
      }
    }
    let start = name.skippingSpaces(end)
    if name.digitRun(start) == 4, name.digitRun(start + 11) == 6,
      FilenameDate.starting(at: start, in: name) != nil
    {
      return .windowsSnippingTool
    }
    return .unspecified
  }

  /// Returns true if a name begins with a word for a screen recording that GNOME may have written,
  /// whatever follows.
  static func begins(_ name: NameBytes) -> Bool {
    let start = CopyPrefix.end(in: name)
    return switch phrase(in: name, at: start, where: { _, _ in true })?.value {
    case .word, .timed(.gnome): true
    case .fixed, .timed, nil: false
    }
  }
}
