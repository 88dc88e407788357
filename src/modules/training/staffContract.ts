import type { Contract } from '#lib/contract.ts'
import { staffCourseContract } from './courseContract.ts'
import { staffInvoiceContract } from './invoiceContract.ts'
import { staffRegistrationContract } from './registrationContract.ts'
import { staffResultContract } from './resultContract.ts'
import { staffRunContract } from './runContract.ts'

export const staffTrainingContract = {
  ...staffCourseContract,
  ...staffRegistrationContract,
  ...staffRunContract,
  ...staffResultContract,
  ...staffInvoiceContract,
} as const satisfies Contract
