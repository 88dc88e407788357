import type { Contract, Section } from '#lib/contract.ts'
import { addressListContract } from './addressList/contract.ts'
import { staffHandoverContract } from './handover/contract.ts'
import { mergingContract } from './merging/contract.ts'
import { companyNotesContract } from './notes/contract.ts'
import { registerContract } from './registerContract.ts'

export const section: Section = { title: '资料管理' }

export const staffMembersContract = {
  ...staffHandoverContract,
  ...registerContract,
  ...companyNotesContract,
  ...mergingContract,
  ...addressListContract,
} as const satisfies Contract
