// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A 64-bit FNV-1a hash of a property's name.
///
/// Generated code carries it beside a slot number, so that code generated from another version of
/// the model is noticed at run time instead of reading the wrong slot.
package enum PropertyNameHash {
  /// Returns the hash of the name's UTF-8 bytes; linear in their number.
  package static func of(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      return hash
    }
  }
}
