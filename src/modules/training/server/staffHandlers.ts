import type { Handlers } from '#lib/server/api/call.ts'
import { staffCourseHandlers } from '../courses/server/courseHandlers.ts'
import { staffInvoiceHandlers } from '../invoices/server/invoiceHandlers.ts'
import { staffRegistrationHandlers } from '../registrations/server/registrationHandlers.ts'
import { staffResultHandlers } from '../results/server/resultHandlers.ts'
import { staffRunHandlers } from '../running/server/runHandlers.ts'
import type { staffTrainingContract } from '../staffContract.ts'

export const staffTrainingHandlers: Handlers<typeof staffTrainingContract> = {
  ...staffCourseHandlers,
  ...staffRegistrationHandlers,
  ...staffRunHandlers,
  ...staffResultHandlers,
  ...staffInvoiceHandlers,
}
