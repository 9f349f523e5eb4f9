// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a batch request's result tells.
enum BatchForm {
  case status, objectIDs, count
}
