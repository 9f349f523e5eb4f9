// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An object that answers functions of its own, as `FUNCTION(object, "name:", arguments…)` calls
/// them: in place of methods found by name.
package protocol FunctionAnswering {
  /// Returns the result of a function, wrapped once more; nil when the object has none of that name.
  ///
  /// Called on the thread that evaluates.
  func result(
    ofFunction name: String, arguments: [Any?]
  ) throws(EvaluationError) -> Any??
}
