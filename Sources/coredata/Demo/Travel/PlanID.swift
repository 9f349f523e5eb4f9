// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Identities that are the same in every run, so that a run finds what the one before left.
enum PlanID {
  static func make(_ number: UInt8) -> UUID {
    UUID(uuid: (0xA7, 0x1A, 0x50, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }
}
