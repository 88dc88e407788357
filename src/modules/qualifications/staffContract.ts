import type { Contract, Section } from '#lib/contract.ts'
import { annualReportsContract } from './applying/annualReportsContract.ts'
import { catalogueContract } from './catalogue/contract.ts'
import { shortfallContract } from './shortfalls/contract.ts'
import { siteContract } from './site/siteContract.ts'

export const section: Section = { title: '能力评价管理', after: '专家' }

export const staffQualificationsContract = {
  ...catalogueContract,
  ...siteContract,
  ...shortfallContract,
  ...annualReportsContract,
} as const satisfies Contract
