// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension TableShape {
  /// A text that says what is done with rows when they have come; empty for nothing.
  package var explanation: String {
    var steps: [String] = []
    if let groups { steps.append(groups.isEmpty ? "reduced" : "grouped") }
    if having != nil { steps.append("tested") }
    if !order.isEmpty { steps.append("ordered by columns") }
    if isDistinct { steps.append("made distinct") }
    if offset > 0 { steps.append("skipped: \(offset)") }
    if limit > 0 { steps.append("limited: \(limit)") }
    return steps.isEmpty ? "" : "; then \(steps.joined(separator: ", "))"
  }
}
