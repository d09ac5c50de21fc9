internal import Platform

extension ChildProcess {
  /// The user's environment as `NAME=value`, except variables that begin with `SHOTFLOW_`.
  package static var userEnvironment: [String] {
    var variables: [String] = []
    #if canImport(Darwin)
      var place = _NSGetEnviron().pointee
    #else
      var place = environ
    #endif
    while let variable = place.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix("SHOTFLOW_") { variables.append(text) }
      place += 1
    }
    return variables
  }
}
