import type { Contract, Section } from '#lib/contract.ts'
import { branchesContract } from './branches/contract.ts'
import { colleaguesContract } from './colleagues/contract.ts'
import { deputiesContract } from './deputies/contract.ts'
import { documentDeskContract } from './documents/staffContract.ts'
import { handingOverContract } from './handingOver/contract.ts'
import { ownStaffAccountContract } from './ownStaffAccountContract.ts'
import { rolesContract } from './roles/contract.ts'

export const section: Section = { title: '工作人员', after: '账号' }

export const staffAccountsContract = {
  ...colleaguesContract,
  ...documentDeskContract,
  ...rolesContract,
  ...branchesContract,
  ...deputiesContract,
  ...handingOverContract,
  ...ownStaffAccountContract,
} as const satisfies Contract
