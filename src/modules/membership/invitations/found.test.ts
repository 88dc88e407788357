import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, startOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site, today } from '#test/setups/site.ts'
import { newCreditCode, newPhone, staffSession } from '#test/support/make.ts'
import { by, byName, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { invitation } from './server/tables.ts'

setUpSite({ demo: true })

const staff = setUpStaff('admin')

/** A company of the register that nobody signs in for, to be written to or only by post. */
async function company(name: string, provinceCode: string, mobile?: string) {
  const { db, encryption } = site.services
  const address = { city: '苏州市', address: '演示路 1 号', postcode: '215000' }
  const [row] = await db
    .insert(organisation)
    .values({ name, creditCode: newCreditCode(), provinceCode, ...address })
    .returning()
  const mobileSealed = mobile === undefined ? null : encryption.encrypt(mobile)
  await db
    .insert(organisationContact)
    .values({ organisationId: row!.id, role: 'liaison', name: '李晓明', mobileSealed })
}

/** Reads the result from the list and from the export, and expects both to be the same. */
async function found(asked: Record<string, string>, headers: { cookie: string }): Promise<string[]> {
  const { list } = (await staff.get('/staff/invitation/list', { ...asked, pageSize: 50 })).data
  const { rawPayload } = await site.app.inject({
    url: `/api/staff/invitation/export?${new URLSearchParams(asked)}`,
    headers,
  })
  const [, ...saved] = textsOf(await sheetOf(rawPayload))
  const names = list.map(({ name }: { name: string }) => name)
  expect(saved.map(([name]) => name)).toEqual(names)
  return names.toSorted()
}

test('invitations are found and saved by state, way, province and name', async () => {
  for (let n = 1; n <= 12; n++) await company(`苏南第${n}机电有限公司`, '320000', newPhone())
  await company('苏北机电有限公司', '320000')
  await company('浙东机电有限公司', '330000', newPhone())
  const everybody = { members: 'all', key: '机电有限公司' }
  const few = await staff.post('/staff/invitation/send', { ...everybody, province: '330000', days: 10 })
  expect(few).toMatchObject({ code: 200, data: { made: 1, left: 0 } })
  const { code, data } = await staff.post('/staff/invitation/send', everybody)
  expect([code, data.made, data.left]).toEqual([200, 13, 0])
  const [{ id, expiresOn }] = (await staff.get('/staff/invitation/list', { key: '浙东' })).data.list
  expect(expiresOn).toBe(addDays(today, 10))
  await staff.post('/staff/invitation/withdraw', { ids: [id] })

  const headers = await staffSession(site, 'admin')
  expect(await found({}, headers)).toHaveLength(14)
  expect(await found({ key: '苏北' }, headers)).toEqual(['苏北机电有限公司'])
  expect(await found({ state: 'withdrawn' }, headers)).toEqual(['浙东机电有限公司'])
  expect(await found({ way: 'letter' }, headers)).toEqual(['苏北机电有限公司'])
  expect(await found({ province: '330000' }, headers)).toEqual(['浙东机电有限公司'])

  const invitations = await openRegister(site, '/staff/invitation')
  await site.services.db
    .update(invitation)
    .set({ createdAt: startOf(addDays(today, -1)), expiresAt: startOf(addDays(today, 8)), reminders: 2 })
    .where(eq(invitation.id, id))
  await expectSorted(
    invitations,
    { columns: 'name,createdAt,expiresOn,reminders' },
    {
      name: byName(row => row.name),
      createdAt: by(row => row.createdAt),
      expiresOn: by(row => row.expiresOn),
      reminders: by(row => row.reminders),
    },
  )
  expect(await invitations.workbook({ ids: String(id) })).toEqual([
    expect.objectContaining({ 单位: '浙东机电有限公司', 联系人: '李晓明', 状态: '已撤回', 有效至: addDays(today, 7) }),
  ])
  const lines = (await site.services.db.select().from(auditEvent).orderBy(auditEvent.id)).filter(
    ({ action }) => action === 'invitation.export',
  )
  expect(lines.at(-1)!.detail).toEqual({ rows: 1 })
})
