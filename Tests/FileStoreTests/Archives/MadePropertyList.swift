// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Binary property lists as somebody could make them.
enum MadePropertyList {
  /// A list of objects as they are written, with references of one byte; the first is the root.
  static func data(_ objects: [[UInt8]]) -> Data {
    var data = Data("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
      data += object
    }
    let table = data.count
    data += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      withUnsafeBytes(of: UInt64(number).bigEndian) { data += $0 }
    }
    return data
  }
}
