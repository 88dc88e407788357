import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode, newPhone } from '#test/support/make.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { contactsOf, mobileOf } from './server/contacts.ts'
import { organisation } from './server/tables.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

/** As an office keeps its list. */
const HEADINGS = [
  '单位名称',
  '统一社会信用代码',
  '所在省份',
  '法定代表人',
  '联系人',
  '手机',
  '邮箱',
  '会员代表',
  '法人手机',
]
async function take(...rows: string[][]) {
  const batch = await admin.check('organisations', await workbookOf([HEADINGS, ...rows]))
  expect(await admin.faults(batch.id)).toEqual([])
  return admin.start(batch.id)
}
const undo = (id: number) => admin.post('/staff/import/undo', { id })
async function companyBy(code: string) {
  const [of] = await site.services.db.select().from(organisation).where(eq(organisation.creditCode, code))
  const contacts = of ? await contactsOf(site.services, of.id) : []
  const ctx = site.ctx()
  return {
    of,
    contacts: contacts.map(one => ({ role: one.role, name: one.name, email: one.email, mobile: mobileOf(ctx, one) })),
  }
}

test('contacts come in with their companies, under the headings of an office’s own list', async () => {
  const [code, mobile, legal] = [newCreditCode(), newPhone(), newPhone()]
  const spaced = `${mobile.slice(0, 3)} ${mobile.slice(3, 7)}-${mobile.slice(7)}`
  await take(['联系机电有限公司', code, '山东', '王建国', '李静', spaced, 'lijing@example.com', '赵敏', legal])
  expect((await companyBy(code)).contacts).toEqual([
    { role: 'legal', name: '王建国', email: '', mobile: legal },
    { role: 'representative', name: '赵敏', email: '', mobile: undefined },
    { role: 'liaison', name: '李静', email: 'lijing@example.com', mobile },
  ])
})

test('a contact that changes is put back when the import is undone, a new company goes with its contacts', async () => {
  const [code, other, first, second] = [newCreditCode(), newCreditCode(), newPhone(), newPhone()]
  const row = (code: string, name: string, mobile: string) => [name, code, '山东', '', '李静', mobile, '', '', '']
  await take(row(code, '放回机电有限公司', first))
  const again = await take(row(code, '放回机电有限公司', second), row(other, '撤走机电有限公司', second))
  expect((await companyBy(code)).contacts).toMatchObject([{ role: 'liaison', mobile: second }])
  expect(await undo(again.id)).toMatchObject({ code: 200 })
  expect((await companyBy(code)).contacts).toMatchObject([{ role: 'liaison', mobile: first }])
  expect((await companyBy(other)).of).toBeUndefined()
  const same = await admin.check('organisations', await workbookOf([HEADINGS, row(code, '放回机电有限公司', first)]))
  expect(same.same).toBe(1)
})

test('a mobile without a name is refused where the name is missing; brackets of another width are the same company', async () => {
  const code = newCreditCode()
  const nameless = await admin.check(
    'organisations',
    await workbookOf([HEADINGS, ['无名机电有限公司', code, '山东', '', '', newPhone(), '', '', '']]),
  )
  expect(await admin.faults(nameless.id)).toMatchObject([{ message: expect.stringContaining('须填姓名') }])
  await take(['括号（昆山）机电有限公司', code, '江苏', '', '', '', '', '', ''])
  await take(['括号(昆山)机电有限公司', code, '江苏', '', '李静', newPhone(), '', '', ''])
  expect(await companyBy(code)).toMatchObject({
    of: { name: '括号（昆山）机电有限公司' },
    contacts: [{ name: '李静' }],
  })
})

test('an export shows a part of the mobiles, and comes back as no change', async () => {
  const [code, mobile] = [newCreditCode(), newPhone()]
  await take(['导出机电有限公司', code, '山东', '', '李静', mobile, '', '', ''])
  const bytes = await admin.download('/staff/import/export', { kind: 'organisations' })
  const texts = textsOf(await sheetOf(bytes)).flat()
  expect(texts).not.toContain(mobile)
  expect(texts).toContain(`${mobile.slice(0, 3)}****${mobile.slice(7)}`)
  const back = await admin.check('organisations', bytes)
  expect(back.same).toBe(back.rows)
})
