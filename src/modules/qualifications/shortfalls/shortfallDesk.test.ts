import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { companyOf, list, move, rowOf, setUpShortfalls, staff, toldTo } from '#test/setups/qualifications/shortfalls.ts'
import { site, today } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

setUpShortfalls()

describe('staff', () => {
  test('write to the company, and the log keeps what', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    const row = (await rowOf(company))!
    const demand = '请于 15 日内补足持证人员，并将证书复印件送协会核对。'
    const remind = (ids: number[], text = demand) =>
      staff.post('/staff/qualification/shortfall/remind', { ids, demand: text })
    expect((await remind([row.id], '快')).data.fields).toHaveProperty('demand')
    expect((await remind([row.id])).data).toEqual({ count: 1 })
    expect((await rowOf(company))!.remindedOn).toBe(today)
    const [letter] = await toldTo(company, '关于')
    expect(letter!.content).toContain(demand)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'shortfall.remind'))
      .orderBy(auditEvent.id)
    expect(lines).toMatchObject([{ objectId: company.certId, objectType: 'certificate' }])
    await move(company.people[0]!, company.organisationId)
    expect(await remind([row.id])).toMatchObject({ code: 409, msg: expect.stringContaining('解除') })
  })

  test('narrow the list, and export just that', async () => {
    const company = await companyOf(3)
    await move(company.people[0]!, null)
    for (const asked of [
      {},
      { what: 'certified' },
      { state: 'short' },
      { since: today, until: today },
      { kindCode: 'FW02' },
      { key: company.name },
    ])
      expect(await rowOf(company, asked)).toBeDefined()
    for (const asked of [
      { what: 'senior' },
      { state: 'ahead' },
      { since: addDays(today, 1) },
      { until: addDays(today, -1) },
      { kindCode: 'QX01' },
    ])
      expect(await rowOf(company, asked)).toBeUndefined()
    const { total } = await list({ what: 'certified' })
    const admin = await importer(site, 'admin')
    const bytes = await admin.download('/staff/qualification/shortfall/export', { what: 'certified' })
    expect(textsOf(await sheetOf(bytes))).toHaveLength(total + 1)
    const from = { what: 'certified', since: addDays(today, 1) }
    const later = await admin.download('/staff/qualification/shortfall/export', from)
    expect(textsOf(await sheetOf(later))).toHaveLength((await list(from)).total + 1)
  })

  test('of other work see none of it', async () => {
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/qualification/shortfall/list')).code).toBe(403)
    expect((await trainer.get('/staff/qualification/annual/list')).code).toBe(403)
  })
})
