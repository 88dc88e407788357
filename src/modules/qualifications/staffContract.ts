import type { Contract } from '#lib/contract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { shortfallContract } from './shortfalls/contract.ts'
import { siteContract } from './site/siteContract.ts'

export const staffQualificationsContract = {
  ...catalogueContract,
  ...siteContract,
  ...shortfallContract,
} as const satisfies Contract
