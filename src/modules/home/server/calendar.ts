import type { Download } from '#lib/contract.ts'
import { makeCalendar } from '#lib/ical.ts'
import type { Ctx } from '#lib/server/context.ts'
import { privateDownload } from '#lib/server/download.ts'
import { readExpiries } from './expiries.ts'
import { readOwner } from './owner.ts'

/** Further ahead nobody plans, and the file is fetched again before. */
const AHEAD = 3 * 365
const REMIND = [90, 60, 30, 7]

/** Every end of a certificate as a day in the reader's own calendar. */
export async function memberCalendar(ctx: Ctx): Promise<Download> {
  const host = new URL(ctx.config.publicUrl).host
  const expiries = await readExpiries(ctx, await readOwner(ctx), AHEAD)
  const days = expiries.map(({ certId, title, holderName, certNo, validTo, verifyUrl, registerName }) => ({
    uid: `certificate-${certId}@${host}`,
    day: validTo,
    title: `到期：${title}（${holderName}）`,
    text: `${registerName} ${certNo} 于 ${validTo} 到期，请提前办理换证。`,
    url: verifyUrl,
    remind: REMIND,
  }))
  const bytes = Buffer.from(makeCalendar({ name: '证书到期提醒', days, now: ctx.now }))
  return privateDownload('证书到期提醒.ics', 'text/calendar; charset=utf-8', bytes)
}
