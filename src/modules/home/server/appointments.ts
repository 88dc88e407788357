import { formatPhone } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readOwnSiteDays } from '#modules/qualifications/applying/server/ownSiteDays.ts'
import { readOwnCourseDays } from '#modules/training/enrolling/server/ownDays.ts'
import type { Owner } from './owner.ts'

export type Appointment = {
  /** The same in every copy of the calendar. */
  key: string
  kindName: string
  title: string
  /** Of the enrolment or the application. */
  number: string
  text: string
  /** The first and the last day. */
  day: string
  until: string
  route: string
}

/** Returns the caller's dates and deadlines: courses, reviews on site, payments; nearest first. */
export async function readAppointments(ctx: Ctx, { account }: Owner): Promise<Appointment[]> {
  const [courses, reviews] = await Promise.all([readOwnCourseDays(ctx, account), readOwnSiteDays(ctx, account.id)])
  return [
    ...courses.map(({ registrationId, number, title, isSure, status, place, contactPhone, day, until }) => ({
      key: `course-${registrationId}${isSure ? '' : `-${status}`}`,
      title,
      number,
      day,
      until,
      kindName: isSure ? '培训' : status === 'unpaid' ? '培训缴费截止' : '候补确认截止',
      text: [`报名 ${number}`, isSure && place, isSure && contactPhone && `联系电话 ${formatPhone(contactPhone)}`]
        .filter(Boolean)
        .join('，'),
      route: `/admin/user/training/registrations/${registrationId}`,
    })),
    ...reviews.map(({ applicationId, number, title, place, day, until }) => ({
      key: `site-${applicationId}`,
      kindName: '现场评审',
      title,
      number,
      day,
      until,
      text: [`申请 ${number}`, place].filter(Boolean).join('，'),
      route: `/admin/user/qualification/${applicationId}`,
    })),
  ].sort((a, b) => a.day.localeCompare(b.day))
}
