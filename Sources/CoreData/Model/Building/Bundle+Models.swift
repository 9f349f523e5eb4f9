// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Stacks made by hand begin with `Bundle.main.url(forResource: "Model", withExtension: "momd")!`. These are chosen
// for texts that are not optional, and find what Foundation's of the same names find, and models.

extension Bundle {
  /// Returns the URL of a resource, as Foundation does; `nil` when there is none. For a compiled model (`momd`, `mom`), which
  /// builds of packages do not make, the URL of its source, or for the program's bundle one that stands for the model that is compiled
  /// into the program: `NSManagedObjectModel(contentsOf:)` takes each of them (R-MOD-014). Any thread.
  public func url(forResource name: String, withExtension ext: String) -> URL? {
    url(forResource: Optional(name), withExtension: Optional(ext))
      ?? model("\(name).\(ext)", ext)
  }

  /// The same within a subdirectory, as a version of a model in `Model.momd`.
  public func url(
    forResource name: String, withExtension ext: String, subdirectory subpath: String
  ) -> URL? {
    url(forResource: Optional(name), withExtension: Optional(ext), subdirectory: Optional(subpath))
      ?? model("\(subpath)/\(name).\(ext)", ext)
  }

  /// Returns the path of a resource, or of a model as ``url(forResource:withExtension:)`` does.
  public func path(forResource name: String, ofType ext: String) -> String? {
    path(forResource: Optional(name), ofType: Optional(ext)) ?? model("\(name).\(ext)", ext)?.path
  }

  private func model(_ path: String, _ kind: String) -> URL? {
    ["momd", "mom"].contains(kind) ? ModelLoading.url(standingFor: path, in: self) : nil
  }
}
