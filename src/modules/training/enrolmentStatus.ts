import { nameOfState } from '#modules/review/workflow.ts'

/** 报名状态: as far as the review has brought it, and then what happens in the course. */
export const enrolmentStatuses = [
  ...(['draft', 'submitted', 'waiting', 'offered', 'returned', 'unpaid', 'paid', 'confirmed'] as const),
  ...(['checkedIn', 'finished', 'cancelled', 'rejected', 'expired', 'refunded'] as const),
] as const
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]

/** Review states keep the names they have in every application, on pages, in messages and for staff. */
export const enrolmentStatusNames: Record<EnrolmentStatus, string> = {
  draft: nameOfState('draft'),
  submitted: nameOfState('submitted'),
  waiting: nameOfState('waiting'),
  offered: nameOfState('offered'),
  returned: nameOfState('returned'),
  unpaid: nameOfState('unpaid'),
  paid: nameOfState('paying'),
  confirmed: '报名成功',
  checkedIn: '已报到',
  finished: '已结业',
  cancelled: '已取消',
  rejected: nameOfState('rejected'),
  expired: nameOfState('expired'),
  refunded: '已退费',
}

/**
 * Statuses that take places. A returned registration keeps its places during correction; offered places are reserved.
 */
export const HOLDING = [
  ...(['submitted', 'offered', 'returned', 'unpaid', 'paid', 'confirmed', 'checkedIn', 'finished'] as const),
] as const

/** Statuses that count as enrolled, with a place or waiting; a person in them cannot be enrolled again. */
export const COUNTING = [...HOLDING, 'waiting'] as const

/** Sure to come. */
export const CONFIRMED = ['confirmed', 'checkedIn', 'finished'] as const
export const isConfirmed = (status: EnrolmentStatus) => CONFIRMED.some(confirmed => confirmed === status)

export const channelNames = { member: '会员报名', public: '公开报名', import: '协会导入' } as const

/** Kind of the receivable of a registration. */
export const ENROLMENT = 'enrolment'
