// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import GRDB

/// A department and its employees, fetched together.
struct DepartmentWithEmployees: Decodable, FetchableRecord {
  var department: Department
  var employees: [Employee]
}
