import Foundation

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
  package let operation: String
  package let code: Int32

  package init(operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  package var description: String {
    "\(operation): \(String(cString: strerror(code)))"
  }
}
