internal import Media

/// The screen recorders that name themselves in a movie as the program that wrote it. Most write
/// only the name of a library, such as `Lavf60.3.100` or GStreamer's, which proves nothing.
package enum ScreenRecordingSoftware: String, CaseIterable, Sendable, CustomStringConvertible {
  case gnomeShell = "GNOME Shell"
  case gpuScreenRecorder = "gpu-screen-recorder"
  case kazam = "Kazam"
  case kooha = "Kooha"
  case obsStudio = "OBS Studio"
  case recordMyDesktop = "recordMyDesktop"
  case simpleScreenRecorder = "SimpleScreenRecorder"
  case spectacle = "Spectacle"
  case vokoscreen = "vokoscreen"
  case wfRecorder = "wf-recorder"

  /// Returns the program of the text `value`, which a version may follow; nil for any other.
  package static func match(_ value: UnsafeRawBufferPointer) -> ScreenRecordingSoftware? {
    let value = NameBytes(value)
    return allCases.first { value.has($0.signature, at: 0) && value.endsName($0.signature) }
  }

  /// Returns true if `value` names the library with which OBS Studio and wf-recorder write movies.
  package static func isLibrary(_ value: UnsafeRawBufferPointer) -> Bool {
    NameBytes(value).has("lavf", at: 0)
  }

  /// The evidence in messages, such as "written by OBS Studio".
  package var description: String { "written by \(rawValue)" }

  private var signature: StaticString {
    switch self {
    case .gnomeShell: "gnome shell"
    case .gpuScreenRecorder: "gpu-screen-recorder"
    case .kazam: "kazam"
    case .kooha: "kooha"
    case .obsStudio: "obs studio"
    case .recordMyDesktop: "recordmydesktop"
    case .simpleScreenRecorder: "simplescreenrecorder"
    case .spectacle: "spectacle"
    case .vokoscreen: "vokoscreen"
    case .wfRecorder: "wf-recorder"
    }
  }
}

extension NameBytes {
  /// Returns true if the bytes begin with the name and no letter follows it; vokoscreen adds `NG`.
  fileprivate func endsName(_ name: StaticString) -> Bool {
    !isLetter(name.utf8CodeUnitCount) || has("ng", at: name.utf8CodeUnitCount)
  }
}
