// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime
package import Synchronization

/// Atomic words in groups, one for each of some processors: threads that run at the same time use
/// groups of their own, and do not pass a cache line to and fro.
///
/// Which group a thread uses is a matter of speed alone: it may run elsewhere at any moment.
// Sendable: the words are atomic, and the pointer is set once.
package final class ProcessorWords: @unchecked Sendable {
  /// A power of two. With more processors than groups some share one.
  package static let groupCount = 4
  /// Two cache lines, since processors fetch them in pairs.
  package static let groupSize = 16

  private let words: UnsafeMutablePointer<Atomic<UInt>>

  package init() {
    // A group's distance from the next keeps them apart, wherever the first begins.
    let count = ProcessorWords.groupCount * ProcessorWords.groupSize
    words = .allocate(capacity: count)
    for word in 0..<count { (words + word).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: ProcessorWords.groupCount * ProcessorWords.groupSize)
    words.deallocate()
  }

  /// The group of the processor that the thread runs on.
  @inline(__always)
  package static var nearest: Int { Int(cruntime_processor()) & (groupCount - 1) }

  /// A word of a group. Valid while the object lives.
  @inline(__always)
  package func word(_ index: Int, of group: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    words + (group * ProcessorWords.groupSize + index)
  }
}
