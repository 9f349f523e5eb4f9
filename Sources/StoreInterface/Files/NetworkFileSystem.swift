// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CRuntime
import Foundation

/// The file systems whose files lie on other machines: memory that processes map is not shared there, on
/// which logs and LMDB rely (R-PSC-841).
package enum NetworkFileSystem {
  /// The number that stands for the kind of every file system while a test runs; nil: as it is.
  @TaskLocal package static var simulated: UInt32?

  /// Their names, by the number that Linux tells.
  private static let names: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB 2", 0x564C: "NCP",
    0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x7375_7245: "Coda", 0x00C3_6400: "Ceph",
    0x0BD0_0BD0: "Lustre", 0x4750_4653: "GPFS",
  ]

  /// Returns the name of the network file system that a file, or its folder, lies on; nil for another.
  package static func name(at path: String) -> String? { kind(path).flatMap { names[$0] } }

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
