import Foundation
import TestSupport

/// A receiver of webhooks on this computer, which answers as the path says and notes what it gets.
///
/// Each part of the path is the answer to one attempt with a key, the last one to all that follow:
/// `/500/200` fails once. A number is a status; `429-1` has `Retry-After: 1`; `hang` never answers;
/// `endless-5` is 200, to the fifth message with a body that never ends; `early` is 200 to a request
/// whose body was not read.
package final class WebhookServer: Sendable {
  package let port: Int
  private let program: RunningProgram
  private let log: String

  /// A request that the server received.
  package struct Request: Decodable, Equatable {
    package let path: String
    package let method: String
    package let key: String
    package let headers: [String: String]
    /// The body as text, at most 1 MiB of it.
    package let body: String
    /// The SHA-256 of the body's bytes.
    package let sha256: String
  }

  private static let script = """
    import hashlib, http.server, json, ssl, sys, threading, time
    lock, seen = threading.Lock(), {}
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def answer(self):
            if self.path == "/early":
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
                self.close_connection = True
                return
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            digest = hashlib.sha256(content).hexdigest()
            body = content[:1 << 20].decode(errors="replace")
            key = self.headers.get("Idempotency-Key", "")
            with lock:
                count = seen[key] = seen.get(key, 0) + 1
                number = len(seen)
                with open(sys.argv[1], "a") as log:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    log.write(json.dumps({"path": self.path, "method": self.command, "key": key,
                        "headers": headers, "body": body, "sha256": digest}) + "\\n")
            answers = self.path.split("?")[0].strip("/").split("/")
            word = answers[min(count, len(answers)) - 1]
            if word == "hang": time.sleep(600)
            status, _, wish = word.partition("-")
            if status == "endless":
                if number == int(wish): return self.flow()
                status, wish = "200", ""
            self.send_response(int(status))
            if wish: self.send_header("Retry-After", wish)
            if status == "302": self.send_header("Location", "/200")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")
        def flow(self):
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b"400\\r\\n" + b"a" * 1024 + b"\\r\\n")
                    time.sleep(0.001)
            except OSError: self.close_connection = True
        do_POST = do_PUT = do_PATCH = do_GET = answer
        def log_message(self, *words): pass
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64
    server = Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) > 2:
        security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        security.load_cert_chain(sys.argv[2])
        server.socket = security.wrap_socket(server.socket, server_side=True)
    print("port", server.server_address[1], flush=True)
    server.serve_forever()
    """

  /// - Parameter certificate: A file with a certificate and its key, for a receiver of HTTPS.
  package init(in folder: String, certificate: String? = nil) async throws {
    log = "\(folder)/requests"
    let python = try requirePath("python3")
    let words = ["-c", Self.script, log] + [certificate].compactMap(\.self)
    program = try RunProgram(python, words).start()
    guard await program.printed("\n") else { throw WebhookServerProblem() }
    let text = program.output
    guard let number = text.split(separator: "\n").first?.split(separator: " ").last,
      let port = Int(number)
    else { throw WebhookServerProblem() }
    self.port = port
  }

  deinit { program.signal(9) }

  package func url(_ answers: String) -> String { "http://127.0.0.1:\(port)/\(answers)" }

  /// The received requests, in order.
  package var requests: [Request] {
    get throws {
      guard let data = FileManager.default.contents(atPath: log) else { return [] }
      return try data.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Request.self, from: $0)
      }
    }
  }
}

/// The receiver did not begin.
package struct WebhookServerProblem: Error {}

private func requirePath(_ program: String) throws -> String {
  guard let path = Requirement.path(ofProgram: program) else { throw WebhookServerProblem() }
  return path
}
