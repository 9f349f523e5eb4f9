// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// What becomes of a package when the index is updated.
enum Fate {
  case stays, changes, vanishes, appears

  /// Of a thousand packages, 50 change, five vanish and five are new.
  init(_ random: inout SplitMix) {
    switch random.below(1000) {
    case 0..<50: self = .changes
    case 50..<55: self = .vanishes
    case 55..<60: self = .appears
    default: self = .stays
    }
  }

  /// What the new index says: of a changed package another version, another size, and the last of
  /// its dependencies no more; nil for a vanished one.
  func applied(to package: PackageRecord) -> PackageRecord? {
    guard self == .changes else { return self == .vanishes ? nil : package }
    var package = package
    package.version += "+u1"
    package.installedSize += Int64(package.name.utf8.count) * 3
    package.downloadSize += 1024
    _ = package.dependencies.popLast()
    return package
  }
}
