/** Enrolment states by which participants of a course can be selected. */
export const enrolmentStateNames = {
  confirmed: '报名成功的',
  waiting: '候补的',
  unpaid: '待缴费的',
  absent: '未报到的',
} as const
export const enrolmentStateCodes = ['confirmed', 'waiting', 'unpaid', 'absent'] as const
