// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Stacks made by hand begin with `Bundle.main.url(forResource: "Model", withExtension: "momd")!`, migrations by steps with
// `urls(forResourcesWithExtension: "mom", subdirectory: "Model.momd")`. These are chosen for texts that are not
// optional, and find what Foundation's of the same names find, and models.

extension Bundle {
  /// Returns the URL of a resource, as Foundation does; `nil` when there is none. For a compiled model (`momd`, `mom`), which
  /// builds of packages do not make, the URL of its source, or for the program's bundle one that stands for the model that is compiled
  /// into the program: `NSManagedObjectModel(contentsOf:)` takes each of them (R-MOD-014). Any thread.
  public func url(forResource name: String, withExtension ext: String) -> URL? {
    url(forResource: Optional(name), withExtension: Optional(ext))
      ?? model("\(name).\(plain(ext))", ext)
  }

  /// The same within a subdirectory, as a version of a model in `Model.momd`.
  public func url(
    forResource name: String, withExtension ext: String, subdirectory subpath: String?
  ) -> URL? {
    let folder = subpath.map { $0 + "/" } ?? ""
    return url(forResource: Optional(name), withExtension: Optional(ext), subdirectory: subpath)
      ?? model("\(folder)\(name).\(plain(ext))", ext)
  }

  /// Returns the path of a resource, or of a model as ``url(forResource:withExtension:)`` does.
  public func path(forResource name: String, ofType ext: String) -> String? {
    path(forResource: Optional(name), ofType: Optional(ext))
      ?? model("\(name).\(plain(ext))", ext)?.path
  }

  /// Returns the URLs of all resources with an extension, of the bundle or of a subdirectory. For compiled models
  /// (`momd`, `mom`) also what ``url(forResource:withExtension:)`` gives for each: of the versions of a model
  /// with `mom` in `Model.momd` (R-MOD-014). `nil` when there is no such subdirectory. Any thread.
  public func urls(
    forResourcesWithExtension ext: String, subdirectory subpath: String?
  ) -> [URL]? {
    let found = urls(forResourcesWithExtension: Optional(ext), subdirectory: subpath)
      .map { $0.map { $0 as URL } }
    guard isModel(ext), found?.isEmpty ?? true else { return found }
    let models = ModelLoading.urls(standingFor: plain(ext), in: subpath, of: self)
    return models.isEmpty ? found : models
  }

  /// Returns the paths of what ``urls(forResourcesWithExtension:subdirectory:)`` lists.
  public func paths(forResourcesOfType ext: String, inDirectory subpath: String?) -> [String] {
    urls(forResourcesWithExtension: ext, subdirectory: subpath)?.map(\.path) ?? []
  }

  private func model(_ path: String, _ kind: String) -> URL? {
    isModel(kind) ? ModelLoading.url(standingFor: path, in: self) : nil
  }

  private func isModel(_ kind: String) -> Bool { ["momd", "mom"].contains(plain(kind)) }

  /// Foundation takes extensions with their dot too.
  private func plain(_ ext: String) -> String { ext.hasPrefix(".") ? String(ext.dropFirst()) : ext }
}
