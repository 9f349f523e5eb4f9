// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What an index says about one package.
public struct PackageRecord: Equatable, Sendable {
  public var name: String
  public var version: String
  public var architecture: String
  public var priority: String?
  public var source: String?
  public var summary: String
  public var homepage: String?
  public var filename: String?
  public var sha256: [UInt8]?
  /// In KiB, as Debian counts it.
  public var installedSize: Int64
  /// In bytes.
  public var downloadSize: Int64
  public var isEssential: Bool
  /// The place of the maintainer in `PackageIndex.maintainers`.
  public var maintainer: Int
  /// The place of the section in `PackageIndex.sections`.
  public var section: Int
  public var dependencies: [DependencyRecord]
}
