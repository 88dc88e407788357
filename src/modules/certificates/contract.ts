import type { Contract, Section } from '#lib/contract.ts'
import { checkContract } from './check/contract.ts'
import { credentialContract } from './credentials/contract.ts'
import { signingContract } from './documents/contract.ts'
import { keyedContract } from './keyed/contract.ts'

export const section: Section = { title: '证书核验' }

export const certificatesContract = {
  ...checkContract,
  ...signingContract,
  ...credentialContract,
  ...keyedContract,
} as const satisfies Contract
