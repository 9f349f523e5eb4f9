// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Version hashes are fingerprints of a model, compared for equality with what other programs wrote
// into their stores. No secret depends on them, so a cryptography package would be weight without
// use; Foundation on Linux has no hash function.

/// SHA-256 and SHA-512 of FIPS 180-4. Stateless; any thread; linear in the input.
package enum SHA2 {
  /// Returns the 32-byte digest.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    digest(of: bytes, in: SHA256Stream())
  }

  /// Returns the 64-byte digest.
  package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
    digest(of: bytes, in: SHA2Stream<UInt64>())
  }

  private static func digest<Word>(of bytes: [UInt8], in stream: SHA2Stream<Word>) -> [UInt8] {
    var stream = stream
    bytes.withUnsafeBytes { stream.add($0) }
    return stream.digest
  }
}
