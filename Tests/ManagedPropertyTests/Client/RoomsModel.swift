// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A type of the module with the name that the registration of the model `Rooms` would have.
struct RoomsModel {
  let title: String
}
