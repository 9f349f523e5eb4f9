// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The resident memory of this process, as the kernel counts it.
public enum Memory {
  /// Bytes of the program's own that are resident now, without files that are mapped.
  public static var resident: Int { bytes(of: "RssAnon:") }

  /// Most bytes that were resident since `resetPeak()`.
  public static var peak: Int { bytes(of: "VmHWM:") }

  /// Gives freed memory back to the system and lets the peak start anew.
  public static func resetPeak() {
    Heap.trim()
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func bytes(of field: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
      guard text.hasPrefix(field) else { continue }
      return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
  }
}
