import type { Contract, Section } from '#lib/contract.ts'
import { numberContract } from './catalogue/contract.ts'
import { staffCredentialContract } from './credentials/staffContract.ts'
import { certificateDesignContract } from './designs/contract.ts'
import { certificateFileContract } from './documents/contract.ts'
import { issuingContract } from './issuing/contract.ts'
import { staffKeyedContract } from './keyed/contract.ts'

export const section: Section = { title: '证书登记' }

export const staffCertificatesContract = {
  ...certificateDesignContract,
  ...staffCredentialContract,
  ...staffKeyedContract,
  ...issuingContract,
  ...numberContract,
  ...certificateFileContract,
} as const satisfies Contract
