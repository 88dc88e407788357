import { expect, test } from 'vitest'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { newCreditCode, newPhone, staffSession } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

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
  const { code, data } = await staff.post('/staff/invitation/send', everybody)
  expect([code, data.left]).toEqual([200, 0])
  const [{ id }] = (await staff.get('/staff/invitation/list', { key: '浙东' })).data.list
  await staff.post('/staff/invitation/withdraw', { ids: [id] })

  const headers = await staffSession(site, 'admin')
  expect(await found({}, headers)).toHaveLength(14)
  expect(await found({ key: '苏北' }, headers)).toEqual(['苏北机电有限公司'])
  expect(await found({ state: 'withdrawn' }, headers)).toEqual(['浙东机电有限公司'])
  expect(await found({ way: 'letter' }, headers)).toEqual(['苏北机电有限公司'])
  expect(await found({ province: '330000' }, headers)).toEqual(['浙东机电有限公司'])
})
