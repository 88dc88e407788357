import type { Contract, Section } from '#lib/contract.ts'
import { clerksContract } from './clerks/contract.ts'
import { documentsContract } from './documents/contract.ts'
import { ownAccountContract } from './ownAccountContract.ts'

export const section: Section = { title: '账号' }

export const accountsContract = {
  ...clerksContract,
  ...documentsContract,
  ...ownAccountContract,
} as const satisfies Contract
