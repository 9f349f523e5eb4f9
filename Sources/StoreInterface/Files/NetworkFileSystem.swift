// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime
import Foundation

/// The file systems whose files lie on other machines: memory that processes map is not shared there, on
/// which logs and LMDB rely (R-PSC-841).
package enum NetworkFileSystem {
  /// The number that stands for the kind of every file system while a test runs; nil: as it is.
  @TaskLocal package static var simulated: UInt32?

  /// Returns the name of the network file system that a file, or its folder, lies on; nil for another.
  package static func name(at path: String) -> String? { kind(path).flatMap(name(of:)) }

  /// Returns the name by the number that Linux tells.
  private static func name(of kind: UInt32) -> String? {
    switch kind {
    case 0x6969: "NFS"
    case 0x517B: "SMB"
    case 0xFF53_4D42: "CIFS"
    case 0xFE53_4D42: "SMB 2"
    case 0x564C: "NCP"
    case 0x5346_414F, 0x6B41_4653: "AFS"
    case 0x7375_7245: "Coda"
    case 0x00C3_6400: "Ceph"
    case 0x0BD0_0BD0: "Lustre"
    case 0x4750_4653: "GPFS"
    default: nil
    }
  }

  private static func kind(_ path: String) -> UInt32? {
    if let simulated { return simulated }
    #if os(Linux)
    let own = cruntime_file_system(path)
    if own >= 0 { return UInt32(truncatingIfNeeded: own) }
    let folder = (path as NSString).deletingLastPathComponent
    let above = cruntime_file_system(folder.isEmpty ? "." : folder)
    return above < 0 ? nil : UInt32(truncatingIfNeeded: above)
    #else
    return nil
    #endif
  }
}
