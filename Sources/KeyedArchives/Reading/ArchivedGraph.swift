// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The objects of a keyed archive as they stand in it, by number: nothing is decoded, and no class has
/// to exist. Objects may refer to one another in circles.
package final class ArchivedGraph: Sendable {
  /// An object of the archive, by kind.
  package enum Content: Hashable, Sendable {
    case value(ArchivedValue)
    case instance(ArchivedInstance)
    /// The description of a class, which is none of the archive's objects.
    case classDescription
  }

  /// The reason why an archive cannot be read: a sentence without the file's name.
  package struct Damage: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// By number. The first stands for nil.
  package let contents: [Content]
  private let root: Int

  package init(contents: [Content], root: Int) {
    self.contents = contents
    self.root = root
  }

  /// Reads a keyed archive, which may be damaged or hostile: its time and memory are bounded by the
  /// size of the data.
  package convenience init(reading data: Data) throws(Damage) {
    var reader = try ArchivedGraphReader(data)
    self.init(contents: try reader.contents(), root: reader.root)
  }

  /// The object that was archived; nil if it was none.
  package var rootObject: ArchivedObject? { object(root) }

  /// Returns the object of a number; nil for 0 and for what is no object.
  package func object(_ number: Int) -> ArchivedObject? {
    guard number > 0, number < contents.count else { return nil }
    if case .classDescription = contents[number] { return nil }
    return ArchivedObject(graph: self, number: number)
  }
}
