internal import Platform

/// The library for programs in Python, where `import shotflow` finds it without a setting.
///
/// Relative folders in `PYTHONPATH` are left out for programs of rules, so that nothing is imported
/// from the folder at hand.
enum PythonLibrary {
  private static let variable = "PYTHONPATH"

  /// An environment whose Python programs find the library.
  static func added(to environment: [String]) -> [String] {
    let mark = variable + "="
    let named = environment.last { $0.hasPrefix(mark) }?.dropFirst(mark.count) ?? ""
    let folders =
      [InstalledFolder("python").path].compactMap(\.self)
      + named.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let rest = environment.filter { !$0.hasPrefix(mark) }
    return folders.isEmpty ? rest : rest + [mark + folders.joined(separator: ":")]
  }
}
