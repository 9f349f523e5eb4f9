// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// An identifier as it stands in a statement: in quotes only when it needs them.
struct SQLName: CustomStringConvertible {
  let description: String

  init(_ name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F
    }
    description =
      isPlain
      ? name
      : "\""
        + name.split(
          separator: "\"", omittingEmptySubsequences: false
        ).joined(separator: "\"\"") + "\""
  }
}
#endif
