import { makeCalendar } from '#lib/ical.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import type { homeContract } from '../contract.ts'
import { readAppointments } from './appointments.ts'
import { readExpiries } from './expiries.ts'
import { readOwner } from './owner.ts'

/** Further ahead nobody plans, and the file is fetched again before. */
const DAYS_AHEAD = 3 * 365
const REMIND_DAYS_BEFORE = [90, 60, 30, 7]
const LATE_REMIND_DAYS_BEFORE = [7, 1]

export const calendarHandlers = {
  /** Calendar file with the ends of certificates and the coming courses and reviews, one event per day. */
  'GET /member/calendar': async ctx => {
    const host = new URL(ctx.config.publicUrl).host
    const owner = await readOwner(ctx)
    const [expiries, appointments] = await Promise.all([
      readExpiries(ctx, owner, DAYS_AHEAD),
      readAppointments(ctx, owner),
    ])
    const ends = expiries.map(({ certId, title, holderName, certNo, validTo, verifyUrl, registerName }) => ({
      uid: `certificate-${certId}@${host}`,
      day: validTo,
      title: `到期：${title}（${holderName}）`,
      text: `${registerName} ${certNo} 于 ${validTo} 到期，请提前办理换证。`,
      url: verifyUrl,
      remind: REMIND_DAYS_BEFORE,
    }))
    const dates = appointments.map(({ key, kindName, title, text, day, until, route }) => ({
      uid: `${key}@${host}`,
      day,
      until,
      title: `${kindName}：${title}`,
      text,
      url: `${ctx.config.publicUrl}${route}`,
      remind: LATE_REMIND_DAYS_BEFORE,
    }))
    const bytes = Buffer.from(makeCalendar({ name: '到期与日程', days: [...dates, ...ends], now: ctx.now }))
    return privateDownload('到期与日程.ics', 'text/calendar; charset=utf-8', bytes)
  },
} satisfies Partial<Handlers<typeof homeContract>>
