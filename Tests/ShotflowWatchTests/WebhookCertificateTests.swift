import ProgramSupport
import TestSupport
import Testing

/// `webhook`, and git for plugins, where servers have certificates of their own.
@Suite(
  .timeLimit(.minutes(5)), .needs(.program("curl")), .needs(.program("python3")),
  .needs(.program("openssl")))
struct WebhookCertificateTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  /// Returns the path of a certificate for localhost with its key; the certificate is in `public`.
  private func certificate() async throws -> String {
    let certificate = world.path("certificate")
    let made = try await RunProgram(
      try #require(Requirement.path(ofProgram: "openssl")),
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", certificate, "-out",
        world.path("public"), "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost",
      ]
    ).result()
    #expect(made.status == .exited(0), "\(made.errorText)")
    _ = try await world.shell("cat public >> certificate").result()
    return certificate
  }

  /// One that nobody vouches for gets nothing, whatever the user's settings of curl say; nor does one whose
  /// certificate is for another name.
  @Test func onlyAReceiverWithATrustedCertificateGetsAnything() async throws {
    let folder = try world.directory.makeFolder("secure")
    let secure = try await WebhookServer(in: folder, certificate: certificate())
    try world.directory.write("insecure\n", to: "home/.curlrc")
    func run(_ host: String, trusting: Bool) async throws -> ProgramResult {
      let rule = try world.rule(
        """
        return pipeline {
          wants = { network = "to tell" },
          source { stdin = true },
          webhook { url = "https://\(host):\(secure.port)/200", backoff = "1ms" },
        }

        """, named: "\(host)-\(trusting).lua")
      var program = world.program(
        ["run", rule, "--allow", "network"],
        input: "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"a\",\"filename\":\"a\"}\n".utf8)
      program.environment["CURL_HOME"] = world.path("home")
      if trusting { program.environment["SSL_CERT_FILE"] = world.path("public") }
      return try await program.result()
    }
    for (host, trusting) in [("localhost", false), ("127.0.0.1", true)] {
      let refused = try await run(host, trusting: trusting)
      #expect(refused.status == .exited(3))
      #expect(refused.errorText.contains("can't be reached: SSL"), "\(refused.errorText)")
      #expect(try secure.requests.isEmpty)
    }
    let sent = try await run("localhost", trusting: true)
    #expect(sent.text.contains("\"webhook\":\"delivered\""), "\(sent.errorText)")
    #expect(try secure.requests.count == 1)
  }

  @Test(.needs(.program("git"))) func gitTrustsTheSameCertificates() async throws {
    let folder = try world.directory.makeFolder("secure")
    let secure = try await WebhookServer(in: folder, certificate: certificate())
    let url = "https://localhost:\(secure.port)/404"
    var program = world.program(["plugins", "add", "\(url)@v1", "--yes"])
    let refused = try await program.result()
    #expect(refused.status == .exited(65))
    #expect(try secure.requests.isEmpty, "\(refused.errorText)")
    program.environment["SSL_CERT_FILE"] = world.path("public")
    let asked = try await program.result()
    #expect(asked.errorText.contains("repository '\(url)/' not found"), "\(asked.errorText)")
    #expect(try secure.requests.count == 1)
  }
}
