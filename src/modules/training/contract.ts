import type { Contract } from '#lib/contract.ts'
import { courseContract } from './courses/contract.ts'
import { enrolmentContract } from './enrolling/contract.ts'

export const trainingContract = { ...enrolmentContract, ...courseContract } as const satisfies Contract
