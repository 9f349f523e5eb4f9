// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A store's file, read from its beginning by calls whose failures are told from damage: programs
/// throw damaged files away.
final class FileReader {
  private let problem: FileProblem
  private let descriptor: Int32

  /// Throws for what is no file, such as a pipe, which would keep the opener waiting.
  init(_ url: URL) throws {
    problem = FileProblem(url)
    try FileContent.requireFile(url)
    descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw problem.unreadable() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next bytes; fewer at the end of the file.
  func read(upTo count: Int) throws -> Data {
    var data = Data(count: count)
    let done = try data.withUnsafeMutableBytes(fill)
    return done == count ? data : data.prefix(done)
  }

  private func fill(_ bytes: UnsafeMutableRawBufferPointer) throws -> Int {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = Foundation.read(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw problem.unreadable() }
      guard count > 0 else { break }
      done += count
    }
    return done
  }
}
