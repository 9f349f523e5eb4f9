// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CLMDB
package import StoreInterface

extension LMDBStore {
  /// Looks at every page of the newest state; it ends at the first that is damaged.
  package func checkFiles(
    isRepairing: Bool, while goesOn: @escaping () -> Bool
  ) throws(StoreError) -> [FileFinding] {
    for _ in 0..<50 {
      try checkIsOpen()
      let transaction = try environment.beginRead(until: Deadline(after: timeout))
      defer { environment.endRead(transaction) }
      let number = UInt64(mdb_txn_id(transaction))
      // Two commits may have come since.
      guard let page = try MetaPages(of: environment.file).page(of: number) else { continue }
      do throws(StoreError) {
        try TreeCheck(environment.file, page, isWhole: true, while: goesOn).run()
        return []
      } catch {
        if error.kind == .corrupt { return [FileFinding(.damage, error.message)] }
        guard goesOn() else { return [] }
        throw error
      }
    }
    throw StoreError(
      .timeout, store: environment.path, message: "commits came too fast for a check to begin")
  }
}
#endif
