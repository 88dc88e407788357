import type { Contract } from '#lib/contract.ts'
import { staffArticlesContract } from './articleContract.ts'
import { staffSiteContract } from './siteContract.ts'

export const staffContentContract = { ...staffArticlesContract, ...staffSiteContract } as const satisfies Contract
