import { nameOfState } from '#modules/review/workflow.ts'

/** 报名状态: as far as the review has brought it, and then what happens in the course. */
export const registrationStatuses = [
  ...(['draft', 'submitted', 'waiting', 'offered', 'returned', 'unpaid', 'paid', 'confirmed'] as const),
  ...(['checkedIn', 'finished', 'cancelled', 'rejected', 'expired', 'refunded'] as const),
] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

/** As far as the review has brought it they are called as in every application: on pages, in messages, at the desk. */
export const registrationStatusNames: Record<RegistrationStatus, string> = {
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

/** These take places. What was returned keeps its own while it is corrected, an offer is kept for who waited. */
export const HOLDING = [
  ...(['submitted', 'offered', 'returned', 'unpaid', 'paid', 'confirmed', 'checkedIn', 'finished'] as const),
] as const

/** These count as signed up, with a place or waiting for one: nobody in them can be signed up again. */
export const COUNTING = [...HOLDING, 'waiting'] as const

/** Sure to come. */
export const CONFIRMED = ['confirmed', 'checkedIn', 'finished'] as const
export const isConfirmed = (status: RegistrationStatus) => CONFIRMED.some(confirmed => confirmed === status)

/** By which way it came in. */
export const channelNames = { member: '会员报名', public: '公开报名', import: '协会导入' } as const
