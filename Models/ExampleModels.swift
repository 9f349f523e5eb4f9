// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The models of the demonstration, the tests and the benchmarks, with their generated classes.
///
/// *Atlas* is made for several stores: facts about the world (`Global`), what a person writes
/// (`User`, `Shared`), and what does not outlive the program (`Session`). *Company* is the workload
/// of the benchmarks.
public enum ExampleModels {
  /// The bundle of the Atlas model.
  public static var atlas: URL { url(named: "Atlas") }

  /// The bundle of the Company model.
  public static var company: URL { url(named: "Company") }

  /// The bundle of the versions of the Library model.
  public static var library: URL { url(named: "Library") }

  /// The mapping model from the eighth version of the Library model to the ninth. Its policies, which
  /// programs register, are `PatronNamePolicy` and `MagazineIssuePolicy`.
  public static var libraryMapping: URL {
    library.deletingLastPathComponent().appendingPathComponent("Library8to9.xcmappingmodel")
  }

  /// The bundle of the model of that name; nothing may be there for other names.
  public static func url(named name: String) -> URL {
    (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
      .appendingPathComponent("\(name).xcdatamodeld")
  }

  /// Makes the classes and key paths of both models known. Once is enough; any thread.
  public static func registerClasses() {
    AtlasModel.register()
    CompanyModel.register()
  }
}
