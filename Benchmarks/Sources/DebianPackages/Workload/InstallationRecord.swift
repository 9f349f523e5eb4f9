// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A package that the user of the workload has installed.
public struct InstallationRecord: Equatable, Sendable {
  public var name: String
  public var version: String
  /// Seconds since the reference date.
  public var installedAt: Double
  public var isAutomatic: Bool
  public var note: String?
}
