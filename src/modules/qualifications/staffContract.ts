import type { Contract } from '#lib/contract.ts'
import { catalogueContract } from './catalogueContract.ts'
import { shortfallContract } from './shortfallContract.ts'
import { siteContract } from './siteContract.ts'

export const staffQualificationsContract = {
  ...catalogueContract,
  ...siteContract,
  ...shortfallContract,
} as const satisfies Contract
