import type { Contract, Section } from '#lib/contract.ts'
import { applyingContract } from './applying/contract.ts'
import { confirmingContract } from './confirming/contract.ts'
import { noticeContract } from './notices/contract.ts'

export const section: Section = { title: '审核' }

export const reviewContract = {
  ...noticeContract,
  ...confirmingContract,
  ...applyingContract,
} as const satisfies Contract
