import { and, eq, isNotNull, isNull, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { contactsOf, mobileOf } from '#modules/members/server/contacts.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode, newPhone } from '#test/support/make.ts'
import { OFFICE, officeCompany, officePhone, officeWorkbook } from '#test/support/officeWorkbook.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { member } from './server/tables.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

const LEVEL = '会员单位'
const isOffice = like(organisation.name, '江州第%物流有限公司%')
const companies = () => site.services.db.select().from(organisation).where(isOffice)
const members = (where = isNotNull(member.id)) =>
  site.services.db
    .select({ of: member, name: organisation.name })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(and(isOffice, where))

describe('the list of an office', { timeout: 600_000 }, () => {
  test('comes in whole as companies and members at once, says what it leaves out, and goes again', async () => {
    const bytes = await officeWorkbook({ usual: LEVEL, raised: LEVEL })
    const checked = await admin.check('memberCompanies', bytes, {}, '会员名册.xlsx')
    expect(checked.found.unused).toEqual(
      expect.arrayContaining([
        expect.stringContaining('隐藏的工作表“历年退会”（2 行）'),
        expect.stringContaining('会费'),
        '合计行：第 330 行',
        '表格下面的说明：第 331 行',
        expect.stringContaining('标题和说明：第 1、2 行'),
      ]),
    )
    expect(checked.found.used).toEqual(expect.arrayContaining([expect.stringContaining('合并单元格：2 处')]))
    const { data: unknown } = await admin.get('/staff/import/unknown', { id: checked.id })
    expect(unknown).toMatchObject([{ value: '常务', name: 'levelCode' }])
    const meanings = [{ name: 'levelCode', value: '常务', code: unknown[0].options[0].code }]
    await admin.post('/staff/import/mean', { id: checked.id, meanings })
    const again = await admin.settled(checked.id)
    expect(again).toMatchObject({
      rows: OFFICE.companies + OFFICE.doubles,
      added: OFFICE.companies,
      bad: OFFICE.doubles,
    })
    const { data: causes } = await admin.get('/staff/import/causes', { id: checked.id })
    expect(causes.map(({ cause }: { cause: string }) => cause)).toEqual(
      expect.arrayContaining([expect.stringContaining('重复')]),
    )
    expect(again.notes.join()).toContain(`按“待补”登记，补齐以前不能发证（${OFFICE.withoutCode} 处`)
    await admin.start(checked.id)
    expect(await members()).toHaveLength(OFFICE.companies)
    expect(await members(isNull(member.certificateId))).toHaveLength(OFFICE.withoutCode + OFFICE.wrongCode)
    const all = await companies()
    expect(new Set(all.map(({ provinceCode }) => provinceCode))).toEqual(new Set(['330000']))
    const third = all.find(({ name }) => name === officeCompany(4))!
    const [legal, liaison] = await contactsOf(site.services, third.id)
    expect([legal?.role, liaison?.position, mobileOf(site.ctx(), liaison!)]).toEqual([
      'legal',
      '办公室主任',
      officePhone(4),
    ])
    expect(all.find(({ name }) => name === officeCompany(3))!.registeredCapital).toBe(20)
    expect(all.find(({ name }) => name === officeCompany(2))!.registeredCapital).toBe(0.5)
    expect((await admin.post('/staff/import/undo', { id: checked.id })).data.undone).toBe(true)
    expect(await companies()).toEqual([])
    expect(await members()).toEqual([])
  })
})

describe('a company without a code', { timeout: 300_000 }, () => {
  const headings = ['单位名称', '统一社会信用代码', '商会职务', '入会时间', '所在省份', '联系人']
  async function take(...rows: string[][]) {
    const batch = await admin.check('memberCompanies', await workbookOf([headings, ...rows]))
    expect(await admin.faults(batch.id)).toEqual([])
    return admin.start(batch.id)
  }
  const companyNamed = async (name: string) =>
    (await site.services.db.select().from(organisation).where(eq(organisation.name, name)))[0]!
  const certificateOf = async (id: number) =>
    (await site.services.db.select().from(member).where(eq(member.organisationId, id)))[0]!.certificateId

  test('is found by a filter, is not certified, and is as soon as its file is completed', async () => {
    const name = '待补机电有限公司'
    await take([name, '9111010', LEVEL, '2020-01-01', '山东', `李静 ${newPhone()}`])
    const { id, typedCode } = await companyNamed(name)
    expect(typedCode).toBe('9111010')
    const { data } = await admin.get('/staff/organisation/list', { lacksCode: 'yes', pageSize: 50 })
    expect(data.list.map((one: { name: string }) => one.name)).toContain(name)
    expect(await certificateOf(id)).toBeNull()
    const { data: file } = await admin.get('/staff/organisation/detail', { id })
    expect(file.creditCode).toContain('9111010')
    const form = { creditCode: newCreditCode() }
    await admin.post('/staff/organisation/edit', { id, version: file.version, form })
    expect((await companyNamed(name)).typedCode).toBeNull()
    expect(await certificateOf(id)).not.toBeNull()
  })

  test('is completed by a later list that has its code', async () => {
    const [name, code] = ['后补机电有限公司', newCreditCode()]
    await take([name, '', LEVEL, '2020-01-01', '山东', ''])
    const { id } = await companyNamed(name)
    await take([name, code, LEVEL, '2020-01-01', '山东', ''])
    expect(await companyNamed(name)).toMatchObject({ id, creditCode: code, typedCode: null })
    expect(await certificateOf(id)).not.toBeNull()
  })

  test('holds up no list that is about others, while somebody is at work on it', async () => {
    const [name, other] = ['手头机电有限公司', '旁边机电有限公司']
    await take([name, '', LEVEL, '2020-01-01', '山东', ''])
    const { id } = await companyNamed(name)
    await site.services.db.transaction(async tx => {
      await tx.select().from(organisation).where(eq(organisation.id, id)).for('update')
      expect(await take([other, newCreditCode(), LEVEL, '2020-01-01', '山东', ''])).toMatchObject({ status: 'done' })
    })
    expect(await companyNamed(other)).toMatchObject({ typedCode: null })
  })

  test('waits again when the later list is undone: its certificate goes with it, unless something has happened to that', async () => {
    const { db } = site.services
    const [name, code] = ['撤回机电有限公司', newCreditCode()]
    const first = await take([name, '', LEVEL, '2020-01-01', '山东', ''])
    const { id, typedCode, creditCode } = await companyNamed(name)
    const [old] = await db
      .insert(certificate)
      .values({
        ...(await db.select().from(certificate).where(eq(certificate.register, 'qualification')).limit(1))[0]!,
        id: undefined,
        token: newCreditCode(),
        number: '旧-撤回-1',
        numberKey: '旧-撤回-1',
        creditCode: code,
        organisationId: null,
        createdAt: new Date('2020-01-01'),
      })
      .returning()
    const ownerOf = async (certificateId: number) =>
      (await db.select().from(certificate).where(eq(certificate.id, certificateId)))[0]?.organisationId
    const later = await take([name, code, LEVEL, '2020-01-01', '山东', ''])
    const issued = (await certificateOf(id))!
    expect(await ownerOf(old!.id)).toBe(id)
    const undo = async (batch: number) => (await admin.post('/staff/import/undo', { id: batch })).data
    expect(await undo(later.id)).toMatchObject({ undone: true, restored: 1 })
    expect(await companyNamed(name)).toMatchObject({ typedCode, creditCode })
    expect(await certificateOf(id)).toBeNull()
    expect(await db.select().from(certificate).where(eq(certificate.id, issued))).toEqual([])
    expect(await ownerOf(old!.id)).toBeNull()
    const again = await take([name, code, LEVEL, '2020-01-01', '山东', ''])
    await db.insert(certificateEvent).values({
      certificateId: (await certificateOf(id))!,
      kind: 'corrected',
      effectiveOn: '2026-11-01',
      reason: '测试',
      recordedAt: new Date(),
    })
    expect(await undo(again.id)).toMatchObject({ undone: false, obstacles: [{ why: '导入之后证书又有变动' }] })
    expect(await companyNamed(name)).toMatchObject({ creditCode: code })
    expect(await certificateOf(id)).not.toBeNull()
    expect(await undo(first.id)).toMatchObject({ undone: false })
  })
})

test('columns of strange names are chosen once, and known in the next file', async () => {
  const headings = ['企业', '税号', '身份', '何时加入', '属地', '其他']
  const row = () => [`自选第${newPhone()}有限公司`, newCreditCode(), LEVEL, '2020-01-01', '山东', '无']
  const first = await admin.check('memberCompanies', await workbookOf([headings, row()]))
  expect(first).toMatchObject({ status: 'failed', canChoose: true })
  const { data: layout } = await admin.get('/staff/import/layout', { id: first.id, sheet: '数据', heading: 1 })
  expect(layout.columns.map(({ heading }: { heading: string }) => heading)).toEqual(headings)
  const names = ['name', 'creditCode', 'levelCode', 'joinedOn', 'provinceCode', '']
  const columns = names.map((name, i) => ({ place: i + 1, name }))
  const { code } = await admin.post('/staff/import/layout', { id: first.id, sheet: '数据', heading: 1, columns })
  expect(code).toBe(200)
  expect(await admin.settled(first.id)).toMatchObject({ status: 'checked', added: 1, bad: 0 })
  const next = await admin.check('memberCompanies', await workbookOf([headings, row(), row()]))
  expect(next).toMatchObject({ status: 'checked', added: 2 })
  expect(next.found.unused).toEqual([expect.stringContaining('选定不导入的列：其他')])
  const twice = columns.map(one => ({ ...one, name: 'name' }))
  const refused = await admin.post('/staff/import/layout', { id: next.id, sheet: '数据', heading: 1, columns: twice })
  expect(refused.msg).toContain('有两列选了同一项')
}, 300_000)
