import type { Contract, Section } from '#lib/contract.ts'
import { staffConfirmingContract } from './confirming/staffContract.ts'
import { staffDeskContract } from './desk/deskContract.ts'
import { staffNoticeContract } from './notices/contract.ts'

export const section: Section = { title: '审核台' }

export const staffReviewContract = {
  ...staffDeskContract,
  ...staffNoticeContract,
  ...staffConfirmingContract,
} as const satisfies Contract
