import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { reasonField } from '#lib/form/reasonField.ts'

export const REGISTRATIONS = '/staff/registrations'

export type RegistrationRow = Output<ApiContract['GET /staff/training/registrations']>['list'][number]
export type StaffRegistrationDetail = Output<ApiContract['GET /staff/training/registration']>
export type Enrolled = StaffRegistrationDetail['people'][number]

/** Reason field shared by all decisions. */
export const decisionReason = reasonField('报名人会看到，并留在办理记录中', { max: 300 })
