// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How the version of a dependency is restricted. The raw values are stored.
public enum VersionRelation: Int16, Sendable {
  case any, earlier, earlierOrEqual, equal, laterOrEqual, later

  /// `<<`, `<=`, `=`, `>=` or `>>`; the obsolete `<` and `>` mean `<=` and `>=`.
  init?(_ sign: some Collection<UInt8>) {
    switch String(decoding: sign, as: UTF8.self) {
    case "<<": self = .earlier
    case "<=", "<": self = .earlierOrEqual
    case "=": self = .equal
    case ">=", ">": self = .laterOrEqual
    case ">>": self = .later
    default: return nil
    }
  }
}
