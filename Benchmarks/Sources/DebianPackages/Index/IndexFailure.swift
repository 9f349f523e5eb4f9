// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Why a package index cannot be read.
public enum IndexFailure: Error, Equatable, CustomStringConvertible {
  /// A line is neither a field, nor the continuation of one.
  case malformedLine(number: Int)
  /// A relation of that package cannot be read, `libc6 (>= 2` for example.
  case malformedRelation(package: String, field: String)
  /// A stanza lacks a field that every package has.
  case missingField(String, stanza: Int)
  /// There is no index on this machine.
  case noIndex
  /// The file is compressed.
  case compressed(path: String)
  /// The file cannot be read.
  case unreadable(path: String)
  /// `apt-cache` failed.
  case aptFailed(status: Int32)

  public var description: String {
    switch self {
    case .malformedLine(let number):
      "line \(number) is no field of a package index (“Name: value”)"
    case .malformedRelation(let package, let field):
      "the package \(package) has a field \(field) that cannot be read"
    case .missingField(let name, let stanza): "stanza \(stanza) has no field \(name)"
    case .noIndex: IndexFailure.advice
    case .compressed(let path):
      "\(path) is compressed: unpack it first (lz4cat, xzcat or zcat \(path) > Packages) and give"
        + " the unpacked file with --index"
    case .unreadable(let path): "\(path) cannot be read"
    case .aptFailed(let status): "“apt-cache dumpavail” failed with status \(status)"
    }
  }

  private static let advice = """
    there is no package index here. On Debian or a system made from it, “apt-get update” \
    fetches one. Elsewhere get \
    https://deb.debian.org/debian/dists/stable/main/binary-amd64/Packages.xz, unpack it and give \
    the file with --index.
    """
}
