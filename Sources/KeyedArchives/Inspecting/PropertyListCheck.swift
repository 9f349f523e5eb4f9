// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Looks at the structure of a binary property list before Foundation reads it.
///
/// Accepted is what Foundation writes for plain values: no references of keyed archives, no deep
/// nesting, no collection within itself, none in so many places that a small file stands for an
/// endless one.
package struct PropertyListCheck {
  private static let greatestDepth = 64

  /// The size of a collection in the file, with everything in it.
  private struct Extent {
    var values = 1
    var height = 0
    var isOpen = false
  }

  private let layout: PropertyListLayout
  private var known: [Int: Extent] = [:]

  private init(_ layout: PropertyListLayout) { self.layout = layout }

  package static func isPlain(_ data: Data) -> Bool {
    guard let layout = PropertyListLayout(data) else { return false }
    var check = PropertyListCheck(layout)
    return check.extent(layout.root, 0) != nil
  }

  /// Nil for what is not accepted.
  private mutating func extent(_ object: Int, _ depth: Int) -> Extent? {
    if let extent = known[object] {
      return extent.isOpen || depth + extent.height > Self.greatestDepth ? nil : extent
    }
    guard depth <= Self.greatestDepth, let place = layout.place(object) else { return nil }
    guard layout.kind(place) == 0xA || layout.kind(place) == 0xD else {
      return layout.isValue(place) ? Extent() : nil
    }
    known[object] = Extent(isOpen: true)
    let extent = collection(place, depth)
    known[object] = extent
    return extent
  }

  private mutating func collection(_ place: Int, _ depth: Int) -> Extent? {
    guard let (start, length) = layout.length(place),
      let members = layout.members(start, layout.kind(place) == 0xD ? length * 2 : length)
    else { return nil }
    var result = Extent()
    for member in members {
      guard let extent = extent(member, depth + 1) else { return nil }
      result.values += extent.values
      result.height = max(result.height, extent.height + 1)
      guard result.values <= max(1_000_000, 8 * layout.data.count) else { return nil }
    }
    return result
  }
}
