// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The model of Debian's package index, with its generated classes.
///
/// The index (`Catalogue`) is the same for everybody; what a person has installed (`User`) and what
/// the last update found (`Session`) refer to it by name, so that they may lie in other stores.
public enum DebianModel {
  /// The bundle of the model.
  public static var packages: URL {
    (Bundle.module.resourceURL ?? Bundle.module.bundleURL)
      .appendingPathComponent("Packages.xcdatamodeld")
  }

  /// Makes the classes and key paths known. Once is enough; any thread.
  public static func registerClasses() { PackagesModel.register() }
}
