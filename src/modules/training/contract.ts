import type { Contract, Section } from '#lib/contract.ts'
import { courseContract } from './courses/contract.ts'
import { enrolmentContract } from './enrolling/contract.ts'
import { eventKindContract } from './kinds/contract.ts'

export const section: Section = { title: '培训' }

export const trainingContract = {
  ...enrolmentContract,
  ...courseContract,
  ...eventKindContract,
} as const satisfies Contract
