import type { Contract, Section } from '#lib/contract.ts'
import { staffCourseContract } from './courseDesk/contract.ts'
import { staffRegistrationContract } from './registrations/contract.ts'
import { staffResultContract } from './results/resultContract.ts'
import { staffRunContract } from './running/runContract.ts'
import { trainingStatisticsContract } from './statistics/contract.ts'

export const section: Section = { title: '培训管理' }

export const staffTrainingContract = {
  ...staffCourseContract,
  ...staffRegistrationContract,
  ...staffRunContract,
  ...staffResultContract,
  ...trainingStatisticsContract,
} as const satisfies Contract
