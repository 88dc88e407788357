import type { Contract } from '#lib/contract.ts'
import { clerksContract } from './clerks/contract.ts'
import { documentsContract } from './documents/contract.ts'
import { ownAccountContract } from './ownAccountContract.ts'

export const accountsContract = {
  ...clerksContract,
  ...documentsContract,
  ...ownAccountContract,
} as const satisfies Contract
