// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Where a file is mapped in this process. Engines do not tell, but Linux does; elsewhere nothing is
/// known, and nothing done.
package enum MappedFile {
  private static let readOnlyAndShared = "r--s"

  /// Takes the pages of a file out of the process's memory; the system still has them, and reading
  /// brings them back. Only for maps that are read-only and shared, which lose nothing by it. The map
  /// must not be moved meanwhile. Costs a look at all maps.
  ///
  /// - Parameter start: where the one map begins that counts; nil: all count.
  package static func releasePages(of path: String, mappedAt start: UnsafeRawPointer? = nil) {
    for range in ranges(of: path)
    where start.map({ UInt(bitPattern: $0) == range.lowerBound }) ?? true {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  private static func ranges(of path: String) -> [Range<UInt>] {
    guard let real = realpath(path, nil) else { return [] }
    defer { free(real) }
    let ending = " " + String(cString: real) + "\n"
    return lines(of: "/proc/self/maps").filter { $0.hasSuffix(ending) }.compactMap(range)
  }

  /// Foundation reads no more than the first page of a file whose size the system does not tell.
  private static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }  // not on every system
    defer { fclose(file) }
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    var lines: [String] = []
    while getline(&buffer, &capacity, file) > 0 {
      if let buffer { lines.append(String(cString: buffer)) }
    }
    return lines
  }

  /// A line begins with `start-end permissions`.
  private static func range(_ line: String) -> Range<UInt>? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1] == readOnlyAndShared else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
  }
}
