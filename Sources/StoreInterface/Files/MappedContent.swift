// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The bytes of a file that nobody changes any more.
enum MappedContent {
  /// The size from which on a file is mapped: to map less costs as much as to read it.
  private static let leastMappedSize = 4 << 20

  /// Returns the content of a file; nil when it cannot be read. A long one is mapped: it takes no time,
  /// and memory only where it is looked at. The file may be removed meanwhile: but not on a network file
  /// system, where another machine's removal takes its bytes away, and the system stops who looks at them.
  static func of(_ path: String) -> Data? {
    var status = stat()
    if stat(path, &status) == 0, status.st_size >= leastMappedSize,
      NetworkFileSystem.name(at: path) == nil, let mapped = mapped(path)
    {
      return mapped
    }
    return try? Data(contentsOf: URL(fileURLWithPath: path))  // nil is what it stands for
  }

  private static func mapped(_ path: String) -> Data? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    // It may be another one by now.
    guard fstat(descriptor, &status) == 0, status.st_size >= leastMappedSize else { return nil }
    return mapped(descriptor, Int(status.st_size))
  }

  /// The map is private and can be written: `Data` changes its bytes where they are when nobody else has
  /// them, and must not change the file.
  private static func mapped(_ descriptor: Int32, _ size: Int) -> Data? {
    guard
      let start = mmap(
        nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, descriptor, 0),
      start != MAP_FAILED
    else { return nil }
    return Data(
      bytesNoCopy: start, count: size, deallocator: .custom { start, size in munmap(start, size) })
  }
}
