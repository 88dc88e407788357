/** 报名状态: as far as the review has brought it, and then what happens in the course. */
export const registrationStatuses = [
  ...(['draft', 'submitted', 'waiting', 'offered', 'returned', 'unpaid', 'paid', 'confirmed'] as const),
  ...(['checkedIn', 'finished', 'cancelled', 'rejected', 'expired', 'refunded'] as const),
] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const registrationStatusNames: Record<RegistrationStatus, string> = {
  draft: '草稿',
  submitted: '待审核',
  waiting: '候补中',
  offered: '候补待确认',
  returned: '审核退回',
  unpaid: '待缴费',
  paid: '缴费待确认',
  confirmed: '报名成功',
  checkedIn: '已报到',
  finished: '已结业',
  cancelled: '已取消',
  rejected: '未通过',
  expired: '已失效',
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
