import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { secretary } from '../support/applying.ts'
import { asStaff, codeFor, newAddress, newPhone } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

export let reviewer: Awaited<ReturnType<typeof asStaff>>
export let clerk: Awaited<ReturnType<typeof secretary>>

export function setUpObjecting() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    reviewer = await asStaff(site, 'reviewer')
    clerk = await secretary(site)
  })
}

export const today = () => dayOf(new Date())
export const reason =
  '该单位申报的清洗业绩与事实不符：所列项目实际由其他单位完成，施工时间、地点和验收报告均对不上，附有合同复印件为证，请予核查。'
type Wanted = Partial<{ name: string; phone: string; idNumber: string; reason: string; code: string }>

/** Raises an objection as a visitor with a phone. */
export async function object(noticeId: number, { phone = newPhone(), ...wanted }: Wanted = {}) {
  const code = await codeFor(site, { scene: 'objection', phone })
  const form = { noticeId, name: '李晓明', phone, code, reason, ...wanted }
  const { data, ...answer } = await site.from(newAddress()).post('/app/publicity/notice/objection', form)
  return { ...answer, data, ...data, phone, id: Number(data?.number?.slice(-6)) }
}
export const setNotice = (id: number, change: object) =>
  site.services.db.update(publicNotice).set(change).where(eq(publicNotice.id, id))
export const nightAfter = (day: string) => applyDeadlines(site.ctx(new Date(`${addDays(day, 1)}T00:05:00+08:00`)))
