// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import Foundation

// All races, for the thread sanitizer: `make races`. Fails if data are wrong; the sanitizer makes it
// fail if threads raced.

var failures = 0
for race in Race.all {
  for kind in race.kinds {
    print("race: \(race.name), \(kind.name)")
    do {
      try race.run(kind)
    } catch {
      failures += 1
      print("race: error: \(race.name), \(kind.name): \(error)")
    }
  }
}
print("race: \(failures == 0 ? "all is well" : "\(failures) failed")")
exit(failures == 0 ? 0 : 1)
