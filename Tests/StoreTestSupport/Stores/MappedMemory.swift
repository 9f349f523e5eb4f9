// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if os(Linux)
import Foundation

/// How much of mapped files is in this process's memory.
package enum MappedMemory {
  /// Returns the bytes of the files whose paths end with a name.
  package static func resident(_ name: String) throws -> Int {
    guard let file = fopen("/proc/self/smaps", "r") else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    defer { fclose(file) }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    var isOurs = false
    var kilobytes = 0
    while getline(&buffer, &capacity, file) > 0, let buffer {
      let words = String(cString: buffer).split(whereSeparator: \.isWhitespace)
      if words.first?.contains("-") == true { isOurs = words.last?.hasSuffix(name) == true }
      guard isOurs, words.count > 1, words[0] == "Rss:" else { continue }
      kilobytes += Int(words[1]) ?? 0
    }
    return kilobytes * 1024
  }
}
#endif
