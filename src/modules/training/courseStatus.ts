import { dayOf, daysBetween } from '#lib/dates.ts'

export type CourseStatus = 'notOpen' | 'open' | 'full' | 'closed' | 'running' | 'ended' | 'announced' | 'cancelled'

export const statusNames: Record<CourseStatus, string> = {
  notOpen: '未开始报名',
  open: '报名中',
  full: '报名已满',
  closed: '报名截止',
  running: '进行中',
  ended: '已结束',
  announced: '成绩已公布',
  cancelled: '已取消',
}

/** `draft`: not published, whatever its dates. */
export type StaffStatus = CourseStatus | 'draft'
export const staffStatusNames: Record<StaffStatus, string> = { draft: '草稿', ...statusNames }

type Course = {
  applyFrom: Date
  /** The last moment at which one may apply. */
  applyUntil: Date
  /** Calendar days in Shanghai, both included. */
  startsOn: string
  endsOn: string
  resultsAt: Date | null
  cancelledAt: Date | null
  quota: number
  enrolled: number
}

/** Status at the given time, derived from dates; only cancelling and announcing results are acts. */
export function courseStatus(course: Course, now: Date): CourseStatus {
  const today = dayOf(now)
  if (course.cancelledAt !== null && course.cancelledAt <= now) return 'cancelled'
  if (course.resultsAt !== null && course.resultsAt <= now) return 'announced'
  if (course.endsOn < today) return 'ended'
  // On its first day one may apply as long as the enrolment lasts.
  if (course.startsOn < today || (course.startsOn === today && course.applyUntil < now)) return 'running'
  if (now < course.applyFrom) return 'notOpen'
  if (course.applyUntil < now) return 'closed'
  return course.enrolled >= course.quota ? 'full' : 'open'
}

/** Midnights until the last day to apply: 0 on that day. */
export const daysToApply = ({ applyUntil }: Pick<Course, 'applyUntil'>, now: Date) =>
  daysBetween(dayOf(now), dayOf(applyUntil))
