import type { Contract, Section } from '#lib/contract.ts'
import { navigationContract } from './navigation/contract.ts'
import { readingContract } from './readingContract.ts'

export const section: Section = { title: '资讯', after: '证书核验' }

export const contentContract = { ...navigationContract, ...readingContract } as const satisfies Contract
