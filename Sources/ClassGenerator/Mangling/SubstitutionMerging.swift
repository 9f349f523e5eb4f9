// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Joins a reference with the one right before it: `AB` and `AC` are `AbC`, twice `SS` is `S2S`.
struct SubstitutionMerging {
  private var start = 0
  private var length = 0
  private var count = 0
  private var wasStandard = false

  /// Returns true if the reference has been joined with the last; otherwise it has to be written.
  mutating func merge(
    _ letter: Character, isStandard: Bool, _ output: inout IdentifierMangler
  ) -> Bool {
    let end = output.text.utf8.count
    if count > 0, end == start + length, wasStandard == isStandard, let last = output.text.last {
      if last != letter, !isStandard {
        start = end
        length = 1
        count = 1
        output.removeLast(1)
        output.append(last.lowercased() + String(letter))
        return true
      }
      if last == letter {
        count += 1
        output.removeLast(length)
        output.append("\(count)\(letter)")
        length = output.text.utf8.count - start
        return true
      }
    }
    start = end + 1
    length = 1
    count = 1
    wasStandard = isStandard
    return false
  }
}
