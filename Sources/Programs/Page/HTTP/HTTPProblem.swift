/// A refused request, which gets a status before the connection is closed.
package struct HTTPProblem: Error, Hashable, Sendable {
  /// The status of the response.
  package let status: HTTPStatus
  /// The text of the response.
  package let reason: String

  init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// The statuses of responses.
package enum HTTPStatus: Int, Sendable {
  case okay = 200
  case partialContent = 206
  case seeOther = 303
  case notModified = 304
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case wrongMethod = 405
  case timedOut = 408
  case gone = 410
  case tooLarge = 413
  case wrongType = 415
  case wrongRange = 416
  case misdirected = 421
  case unreadable = 422
  case headersTooLarge = 431
  case unknownCoding = 501
  case unavailable = 503
  case wrongVersion = 505

  var phrase: String {
    switch self {
    case .okay: "OK"
    case .partialContent: "Partial Content"
    case .seeOther: "See Other"
    case .notModified: "Not Modified"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .wrongMethod: "Method Not Allowed"
    case .timedOut: "Request Timeout"
    case .gone: "Gone"
    case .tooLarge: "Content Too Large"
    case .wrongType: "Unsupported Media Type"
    case .wrongRange: "Range Not Satisfiable"
    case .misdirected: "Misdirected Request"
    case .unreadable: "Unprocessable Content"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .unknownCoding: "Not Implemented"
    case .unavailable: "Service Unavailable"
    case .wrongVersion: "HTTP Version Not Supported"
    }
  }
}
