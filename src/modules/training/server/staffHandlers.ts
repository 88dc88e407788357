import type { Handlers } from '#lib/server/call.ts'
import type { staffTrainingContract } from '../staffContract.ts'
import { staffCourseHandlers } from './courses/courseHandlers.ts'
import { staffRegistrationHandlers } from './desk/registrationHandlers.ts'
import { staffInvoiceHandlers } from './invoices/invoiceHandlers.ts'
import { staffResultHandlers } from './results/resultHandlers.ts'
import { staffRunHandlers } from './running/runHandlers.ts'

export const staffTrainingHandlers: Handlers<typeof staffTrainingContract> = {
  ...staffCourseHandlers,
  ...staffRegistrationHandlers,
  ...staffRunHandlers,
  ...staffResultHandlers,
  ...staffInvoiceHandlers,
}
