// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension [NSManagedObject] {
  /// Calls `body` with each object, without counting references: the array holds them. It must
  /// not be changed meanwhile.
  ///
  /// The passes of a save over a hundred thousand objects would else spend their time counting.
  @inline(__always)
  func forEachBorrowed(_ body: (NSManagedObject) throws -> Void) rethrows {
    let count = self.count
    var place = 0
    while place < count {
      let object = Unmanaged.passUnretained(self[place])
      try object._withUnsafeGuaranteedRef { try body($0) }
      place += 1
    }
  }
}
