import type { Contract, Section } from '#lib/contract.ts'
import { staffArticlesContract } from './articleContract.ts'
import { staffNavigationContract } from './navigation/staffContract.ts'
import { staffOldSiteContract } from './oldSite/contract.ts'
import { staffRedirectContract } from './redirectContract.ts'
import { staffSiteContract } from './siteContract.ts'

export const section: Section = { title: '内容管理', after: '能力评价管理' }

export const staffContentContract = {
  ...staffArticlesContract,
  ...staffSiteContract,
  ...staffNavigationContract,
  ...staffRedirectContract,
  ...staffOldSiteContract,
} as const satisfies Contract
