import type { Contract } from '#lib/contract.ts'
import { staffArticlesContract } from './articleContract.ts'
import { staffRedirectContract } from './redirectContract.ts'
import { staffSiteContract } from './siteContract.ts'

export const staffContentContract = {
  ...staffArticlesContract,
  ...staffSiteContract,
  ...staffRedirectContract,
} as const satisfies Contract
