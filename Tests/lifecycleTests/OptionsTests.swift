import Testing

@testable import lifecycle

@Suite("Options")
struct OptionsTests {
  @Test(
    "understands",
    arguments: [
      ([], .demonstration),
      (["--events", "-"], .events(path: "-")),
      (["--events", "a file"], .events(path: "a file")),
      (["--help"], .help),
      (["-h"], .help),
      (["--events", "-", "--help"], .help),
      (["--inspect"], .inspect),
    ] as [([String], Options)]
  )
  func understands(arguments: [String], expected: Options) throws {
    #expect(try Options(arguments) == expected)
  }

  @Test(
    "refuses, and names what it refuses",
    arguments: [
      (["--event"], "unknown option '--event'; see --help"),
      (["file"], "unexpected argument 'file'; see --help"),
      (["--events"], "--events needs a file, or - for standard input; see --help"),
      (["--events", "--help"], "--events needs a file, or - for standard input; see --help"),
      (["--events", "-", "--events", "-"], "--events is given twice; see --help"),
      (["--events", "-", "--inspect"], "--events and --inspect exclude each other; see --help"),
      (["--inspect", "--events", "-"], "--events and --inspect exclude each other; see --help"),
    ]
  )
  func refuses(arguments: [String], message: String) {
    #expect(throws: Failure(status: .usage, message: message)) { try Options(arguments) }
  }
}
