// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The file of an atomic store as it was last saved, on its way to another place.
///
/// It is read at once, while no save is running: classes may write into the file that is there. That
/// is less than what the store has in memory anyway.
final class AtomicImage: StoreImage {
  private let name: String
  private var content: Data?

  /// Nil for what is no file.
  init?(_ url: URL) throws {
    var status = stat()
    guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    name = url.path
    content = try Data(contentsOf: url)
  }

  func end() { content = nil }

  func write(
    to url: URL, _ settings: ImageSettings, progress: ImageProgressHandler
  ) throws(StoreError) -> Bool {
    guard let content else {
      throw StoreError(.closed, store: name, message: "the image has ended")
    }
    let output = try OutputFile(url.path)
    let step = max(settings.pagesInStep, 1) * 4096
    for place in stride(from: 0, to: content.count, by: step) {
      let end = min(place + step, content.count)
      try put(content[place..<end], in: output, at: place)
      guard progress(ImageProgress(done: end, total: content.count)) else { return false }
    }
    return true
  }

  private func put(_ data: Data, in output: OutputFile, at place: Int) throws(StoreError) {
    do { try data.withUnsafeBytes { try output.write($0, at: place) } } catch {
      throw error as? StoreError ?? StoreError(.inputOutput, store: name, message: "\(error)")
    }
  }
}
