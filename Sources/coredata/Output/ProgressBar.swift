// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One line that shows how far a long step is; silent where nobody watches.
///
/// Confined to the thread that made it. Redraws at most once per percent.
final class ProgressBar {
  private let title: String
  private let total: Int
  private var done = 0
  private var shownPercent = -1
  private let isShown: Bool

  init(_ title: String, total: Int, isShown: Bool = Terminal.isInteractive) {
    self.title = title
    self.total = max(total, 1)
    self.isShown = isShown
    draw()
  }

  /// One more piece is done.
  func advance() {
    done += 1
    draw()
  }

  /// So much of the whole is done.
  func show(_ fraction: Double) {
    done = Int(fraction * Double(total))
    draw()
  }

  /// Removes the line.
  func finish() {
    guard isShown else { return }
    write("\r\u{1B}[K")
  }

  private func draw() {
    let percent = min(100, done * 100 / total)
    guard isShown, percent != shownPercent else { return }
    shownPercent = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    write("\r\u{1B}[K  \(title)  \(bar) \(percent)%")
  }

  private func write(_ text: String) {
    // Nothing is lost when progress cannot be shown.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
