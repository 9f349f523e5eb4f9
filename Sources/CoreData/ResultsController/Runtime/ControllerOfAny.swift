// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension NSFetchedResultsController {
  /// The controller itself, typed as its delegate knows it: of any results.
  ///
  /// Relies on the class having no stored property whose layout depends on its parameter, and on methods
  /// of its body not using the parameter: these take it from the object's own class, not from the type
  /// of the reference. What gives or takes results is an extension of ``FetchedResults``, whose functions
  /// are told the type of the reference. With another layout or another calling convention a delegate
  /// would read garbage; `RuntimeTests` reads every member through such a reference, debug and release.
  var ofAnyResults: NSFetchedResultsController<any NSFetchRequestResult> {
    Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
  }
}
