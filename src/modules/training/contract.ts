import type { Contract, Section } from '#lib/contract.ts'
import { courseContract } from './courses/contract.ts'
import { enrolmentContract } from './enrolling/contract.ts'

export const section: Section = { title: '培训' }

export const trainingContract = { ...enrolmentContract, ...courseContract } as const satisfies Contract
