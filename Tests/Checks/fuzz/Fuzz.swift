import Programs

/// The entry point of libFuzzer, which makes programs from bytes. `run.sh` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let program = Program(bytes: UnsafeBufferPointer(start: start, count: min(count, 200)))
  if program.holds { return 0 }
  let shortest = program.shrunk { !$0.holds }
  fatalError("\n\(shortest)\nexpected \(shortest.expected)\nseen     \(shortest.seen)")
}
