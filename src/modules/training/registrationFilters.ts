import { choice, number, type RegisterFilters, text } from '#lib/register/register.ts'
import { enrolmentStatusNames } from './enrolmentStatus.ts'

const { draft: _, ...submitted } = enrolmentStatusNames

export const registrationFilters = {
  /** Whole number of the registration, whole name or mobile of a person, or part of the organisation's name. */
  key: text('编号、单位、姓名或手机'),
  courseId: number('培训班'),
  /** `refundDue`: over, and the money still to be given back. */
  status: choice('状态', { ...submitted, refundDue: '待退费' }),
} satisfies RegisterFilters
