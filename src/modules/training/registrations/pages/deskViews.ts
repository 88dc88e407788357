import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField } from '#lib/form/form.ts'

export const REGISTRATIONS = '/staff/registrations'

export type RegistrationRow = Output<ApiContract['GET /staff/training/registrations']>['list'][number]
export type StaffRegistrationDetail = Output<ApiContract['GET /staff/training/registration']>
export type Enrolled = StaffRegistrationDetail['people'][number]

export const yuan = (amount: number) => amount.toLocaleString('en')

export const reasonField: FormField = {
  name: 'reason',
  label: '原因',
  section: '',
  kind: 'paragraph',
  max: 300,
  required: true,
  hint: '报名人会看到，并留在办理记录中',
}
