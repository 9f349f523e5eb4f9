// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Double {
  /// True if a decimal can stand for this number, which is neither zero nor without an end.
  package var hasDecimal: Bool { (1e-100..<1e120).contains(magnitude) }
}
