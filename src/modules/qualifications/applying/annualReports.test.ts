import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Company, companyOf, on, setUpShortfalls, staff, toldTo } from '#test/setups/qualifications/shortfalls.ts'
import { site, today } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { textsTo } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { certificate, certificateEvent } from '../../certificates/server/tables.ts'
import { qualificationKind } from '../server/tables.ts'
import { remindOfAnnualReports } from './server/annualReminders.ts'

setUpShortfalls()

describe('the annual report', () => {
  const year = Number(today.slice(0, 4)) + 1
  const jobOn = (day: string) => remindOfAnnualReports(on(day))
  const openFor = async (company: Company) => ({
    opening: (await toldTo(company, '年度报告开始提交')).length,
    closing: (await toldTo(company, '年度报告即将截止')).length,
  })

  test('is asked for at its opening and 15 days before its end, each once, and not of who has handed it in', async () => {
    const owing = await companyOf(3)
    const done = await companyOf(3)
    await site.services.db.insert(certificateEvent).values({
      certificateId: done.certId,
      kind: 'reviewed',
      effectiveOn: `${year}-01-05`,
      reason: '年度报告符合要求',
    })
    await jobOn(`${year - 1}-12-31`)
    expect(await openFor(owing)).toEqual({ opening: 0, closing: 0 })
    for (const day of ['01-02', '01-03']) await Promise.all([jobOn(`${year}-${day}`), jobOn(`${year}-${day}`)])
    expect(await openFor(owing)).toEqual({ opening: 1, closing: 0 })
    await jobOn(`${year}-03-16`)
    await jobOn(`${year}-03-30`)
    expect(await openFor(owing)).toEqual({ opening: 1, closing: 1 })
    const [last] = await toldTo(owing, '年度报告即将截止')
    expect(last!.route).toBe(`/admin/user/qualification/new?type=annualReport&certId=${owing.certId}`)
    expect((await textsTo(site, owing.phone)).filter(text => text.includes('年度报告'))).toHaveLength(2)
    expect(await openFor(done)).toEqual({ opening: 0, closing: 0 })
  })

  test('that is missing when its time is over puts the certificate on a list, and no further', async () => {
    const { db } = site.services
    await db
      .update(qualificationKind)
      .set({ annualFrom: '01-01', annualTo: '01-31' })
      .where(eq(qualificationKind.code, 'FW02'))
    const company = await companyOf(3)
    const overdue = async () =>
      (await staff.get('/staff/qualification/annual/list', { kindCode: 'FW02', key: company.name })).data.list
    expect(await overdue()).toMatchObject([{ certId: company.certId, dueOn: `${today.slice(0, 4)}-01-31` }])
    const admin = await importer(site, 'admin')
    const bytes = await admin.download('/staff/qualification/annual/export', { kindCode: 'FW02', key: company.name })
    expect(textsOf(await sheetOf(bytes))).toHaveLength(2)
    expect((await db.select().from(certificate).where(eq(certificate.id, company.certId)))[0]!.status).toBe('valid')
    await db.insert(certificateEvent).values({
      certificateId: company.certId,
      kind: 'reviewed',
      effectiveOn: `${today.slice(0, 4)}-02-05`,
      reason: '补报',
    })
    expect(await overdue()).toEqual([])
  })
})
