// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Paths of two indexes, of a section and of an object in it, which Foundation on Linux does not know.
extension IndexPath {
  /// A path to a row of a section.
  public init(row: Int, section: Int) { self = [section, row] }

  /// A path to an item of a section; the same as a row.
  public init(item: Int, section: Int) { self = [section, item] }

  /// The first index: that of the section.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The second index: that of the object in its section.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// The second index, as ``row``.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
