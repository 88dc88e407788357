import type { Handlers } from '#lib/server/call.ts'
import type { staffTrainingContract } from '../staffContract.ts'
import { staffCourseHandlers } from './courseHandlers.ts'
import { staffInvoiceHandlers } from './invoiceHandlers.ts'
import { staffRegistrationHandlers } from './registrationHandlers.ts'
import { staffResultHandlers } from './resultHandlers.ts'
import { staffRunHandlers } from './runHandlers.ts'

export const staffTrainingHandlers: Handlers<typeof staffTrainingContract> = {
  ...staffCourseHandlers,
  ...staffRegistrationHandlers,
  ...staffRunHandlers,
  ...staffResultHandlers,
  ...staffInvoiceHandlers,
}
