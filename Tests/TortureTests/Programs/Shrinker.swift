// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Makes a failing program short: leaves out halves, quarters and so on, single steps at last, as
/// long as it still fails.
struct Shrinker {
  let fails: (Program) -> Bool

  func shrink(_ program: Program) -> Program {
    var best = program
    var size = max(1, best.steps.count / 2)
    while true {
      let before = best.steps.count
      best = pass(best, size)
      if size > 1 {
        size /= 2
      } else if best.steps.count == before {
        return best
      }
    }
  }

  /// Leaves out each run of `size` steps that is not needed.
  private func pass(_ program: Program, _ size: Int) -> Program {
    var best = program
    var start = 0
    while start < best.steps.count {
      var shorter = best
      shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
      if fails(shorter) { best = shorter } else { start += size }
    }
    return best
  }
}
