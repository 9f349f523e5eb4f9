// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

// The predicate formats, and what makes queries of them, under libFuzzer and the address sanitizer:
// `make fuzz`. Built without them the program runs each file that it is given once.

#if FUZZING
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { bytes, count in
    FuzzedFormat.run(UnsafeBufferPointer(start: bytes, count: count))
    return 0
  })
#else
for path in CommandLine.arguments.dropFirst() {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  Array(data).withUnsafeBufferPointer { FuzzedFormat.run($0) }
  print(path)
}
#endif
