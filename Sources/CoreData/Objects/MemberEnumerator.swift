// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Hands out the members that a relationship had when it was made.
///
/// Foundation's enumerators look at every object for a type to bridge to; this one need not.
final class MemberEnumerator: NSEnumerator {
  private let members: [NSManagedObject]
  @exclusivity(unchecked) private var next = 0

  init(_ members: [NSManagedObject]) {
    self.members = members
    super.init()
  }

  override func nextObject() -> Any? {
    guard next < members.count else { return nil }
    next += 1
    return members[next - 1]
  }
}
