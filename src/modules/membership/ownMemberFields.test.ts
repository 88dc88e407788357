import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { applicant, decide, handIn, reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'

setUpJoining()

type Row = { id: number; code: string; version: string; values: Record<string, unknown> }
let admin: Awaited<ReturnType<typeof importer>>
beforeEach(async () => {
  admin = await importer(site, await staffWith(site, ['admin']))
})

async function define(recordType: string, label: string, kind: string, more: object = {}): Promise<Row> {
  const about = { filledBy: recordType === 'member' ? 'staff' : 'holder', required: 'no', shown: 'no', state: 'asked' }
  const form = { recordType, label, kind, ...about, ...more }
  const { code, data } = await admin.post('/staff/record/save', { type: 'ownField', form })
  expect(code, JSON.stringify(data)).toBe(200)
  const { list } = (await admin.get('/staff/record/list', { type: 'ownField', within: recordType })).data
  return list.find(({ id }: Row) => id === data.id)
}
async function askWhenJoining(kind: 'organisation' | 'person', ...codes: string[]) {
  const { list } = (await admin.get('/staff/record/list', { type: 'joiningRule' })).data
  const { id, version, values } = list[kind === 'organisation' ? 0 : 1]
  const form = { ...values, ownFields: codes, steps: [], materials: [] }
  return admin.post('/staff/record/save', { type: 'joiningRule', id, version, form })
}
const organisationOf = async (accountId: number) => {
  const [by] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  const id = by!.organisationId!
  const [of] = await site.services.db.select().from(organisation).where(eq(organisation.id, id))
  const [as] = await site.services.db.select().from(member).where(eq(member.organisationId, id))
  return { of: of!, as }
}

test('an own field that the joining form asks is data of the company once it is admitted', async () => {
  const fleet = await define('organisation', '自有货运车辆', 'number', { unit: '辆', shown: 'yes' })
  const secret = await define('organisation', '走访印象', 'text', { filledBy: 'staff' })
  expect((await askWhenJoining('organisation', secret.code)).data.fields).toHaveProperty('ownFields')
  expect(await askWhenJoining('organisation', fleet.code)).toMatchObject({ code: 200 })
  const by = await applicant()
  const change = (row: Row, form: object) =>
    admin.post('/staff/record/save', {
      type: 'ownField',
      id: row.id,
      version: row.version,
      form: { ...row.values, ...form },
    })
  expect(await change(fleet, { required: 'yes' })).toMatchObject({ code: 200 })
  const { data: form } = await by.get('/member/getApply1')
  expect(form.fields.find(({ name }: { name: string }) => name === fleet.code)).toMatchObject({
    required: true,
    unit: '辆',
  })
  expect((await handIn(by)).data.fields).toEqual({ [fleet.code]: '请填写自有货运车辆' })
  const answered = { levelCode: '10', applyReason: '交流', agreeCharter: true, agreeTruth: true, [fleet.code]: '25辆' }
  const { data: handed } = await handIn(by, { form: { ...form.form, ...answered } })
  // The application keeps its question, whatever becomes of the field.
  const { list } = (await admin.get('/staff/record/list', { type: 'ownField', within: 'organisation' })).data
  const now = list.find(({ id }: Row) => id === fleet.id)
  expect(await change(now, { label: '货车' })).toMatchObject({ code: 200 })
  const { data: seen } = await reviewer.get('/staff/review/detail', { id: handed.applyId })
  expect(seen.form).toContainEqual(expect.objectContaining({ label: '自有货运车辆', text: '25 辆' }))
  await decide(reviewer, handed.applyId, 'pass')
  const { of, as } = await organisationOf(by.accountId)
  expect(of.own).toEqual({ [fleet.code]: 25 })
  const page = (await site.get('/app/publicity/member/detail', { id: as!.id })).data
  expect(page.own).toEqual([{ label: '货车', text: '25 辆' }])
  await askWhenJoining('organisation')
})

test('the member’s page shows what is public and has a value, of the company and of its membership', async () => {
  const [seen, hidden] = [
    await define('organisation', '信用等级', 'text', { shown: 'yes' }),
    await define('organisation', '内部评级', 'text'),
  ]
  const [post, empty] = [
    await define('member', '会内职务', 'text', { shown: 'yes' }),
    await define('member', '分工', 'text', { shown: 'yes' }),
  ]
  const [of] = await site.services.db
    .select()
    .from(member)
    .where(eq(member.kind, 'organisation'))
    .orderBy(member.id)
    .limit(1)
  const { data: file } = await admin.get('/staff/organisation/detail', { id: of!.organisationId! })
  const form = { [seen.code]: '3A', [hidden.code]: '丙' }
  expect(await admin.post('/staff/organisation/edit', { id: file.id, version: file.version, form })).toMatchObject({
    code: 200,
  })
  const { data: detail } = await admin.get('/staff/member/detail', { id: of!.id })
  const own = { id: of!.id, version: detail.version, form: { [post.code]: '副会长' } }
  expect(await admin.post('/staff/member/own', own)).toMatchObject({ code: 200 })
  expect(await admin.post('/staff/member/own', own)).toMatchObject({ code: 409 })
  const { data: shown } = await admin.get('/staff/member/detail', { id: of!.id })
  expect(shown.form).toEqual({ [post.code]: '副会长' })
  expect(shown.facts).toEqual([expect.objectContaining({ label: '会内职务', text: '副会长' })])
  const page = (await site.get('/app/publicity/member/detail', { id: of!.id })).data
  expect(page.own).toEqual([
    { label: '信用等级', text: '3A' },
    { label: '会内职务', text: '副会长' },
  ])
  expect(JSON.stringify(page)).not.toMatch(/丙|分工/)
  const [columns, none] = [`name,${post.code},${seen.code}`, `${empty.code}=*`]
  const asked = { own: `${post.code}=副会长`, columns }
  const { data: list } = await admin.get('/staff/member/list', asked)
  expect(list.list.map(({ cells }: { cells: object }) => cells)).toEqual([
    { name: expect.any(String), [post.code]: '副会长', [seen.code]: '3A' },
  ])
  expect((await admin.get('/staff/member/list', { own: none, columns })).data.total).toBe(0)
  const exported = async (query: typeof asked) =>
    textsOf(await sheetOf(await admin.download('/staff/member/export', query))).slice(1)
  expect(await exported(asked)).toEqual([[expect.any(String), '副会长', '3A']])
  expect(await exported({ own: none, columns })).toEqual([])
})

test('one list of an office brings both: each answer to its own record, and takes both back', async () => {
  const fleet = await define('organisation', '罐车', 'number')
  const role = await define('member', '专委会', 'choices', { options: [{ name: '危化' }, { name: '冷链' }] })
  const levelName = (await admin.get('/staff/level/list')).data.list[0].name
  const code = newCreditCode()
  const heading = ['单位名称', '统一社会信用代码', '所在省份', '会员级别', '入会日期', '罐车', '专委会']
  const rows = [heading, ['罐通物流有限公司', code, '浙江', levelName, '2020-01-01', '12', '危化、冷链']]
  const batch = await admin.check('memberCompanies', await workbookOf(rows))
  expect(await admin.faults(batch.id)).toEqual([])
  await admin.start(batch.id)
  const stored = async () => {
    const [of] = await site.services.db.select().from(organisation).where(eq(organisation.creditCode, code))
    const [as] = of ? await site.services.db.select().from(member).where(eq(member.organisationId, of.id)) : []
    return [of?.own, as?.own]
  }
  expect(await stored()).toEqual([{ [fleet.code]: 12 }, { [role.code]: ['o1', 'o2'] }])
  const exported = textsOf(await sheetOf(await admin.download('/staff/import/export', { kind: 'memberCompanies' })))
  const line = exported.find(row => row.includes(code))!
  const at = (label: string) => exported[0]!.indexOf(label)
  expect([line[at('罐车')], line[at('专委会')]]).toEqual(['12', '危化、冷链'])
  const changed = [heading, ['罐通物流有限公司', code, '浙江', levelName, '2020-01-01', '15', '冷链']]
  const again = await admin.check('memberCompanies', await workbookOf(changed))
  expect(await admin.start(again.id)).toMatchObject({ changed: 1 })
  expect(await stored()).toEqual([{ [fleet.code]: 15 }, { [role.code]: ['o2'] }])
  await admin.post('/staff/import/undo', { id: again.id })
  await admin.settled(again.id)
  expect(await stored()).toEqual([{ [fleet.code]: 12 }, { [role.code]: ['o1', 'o2'] }])
})

test('a person’s own fields are in the register of persons, its import and the personal file', async () => {
  const skill = await define('person', '外语', 'choice', { options: [{ name: '英语' }, { name: '日语' }] })
  const blank = (await admin.get('/staff/person/blank')).data.fields
  expect(blank.map(({ name }: { name: string }) => name)).toContain(skill.code)
  const form = { name: '何外语', idType: 'passport', idNumber: 'E98765432', provinceCode: '330000', [skill.code]: 'o2' }
  const { data } = await admin.post('/staff/person/add', { form })
  const { data: file } = await admin.get('/staff/person/detail', { id: data.id })
  expect(file.facts).toContainEqual(expect.objectContaining({ label: '外语', text: '日语' }))
  const columns = `name,${skill.code}`
  const [japanese, english] = ['o2', 'o1'].map(option => ({ own: `${skill.code}=${option}`, columns })) as [
    object,
    object,
  ]
  const found = async (asked: object) =>
    (await admin.get('/staff/person/list', asked as never)).data.list.map(({ cells }: { cells: object }) => cells)
  expect(await found(japanese)).toEqual([{ name: '何外语', [skill.code]: '日语' }])
  expect(await found(english)).toEqual([])
  const exported = async (asked: object) =>
    textsOf(await sheetOf(await admin.download('/staff/person/export', asked as never))).slice(1)
  expect(await exported(japanese)).toEqual([['何外语', '日语']])
  expect(await exported(english)).toEqual([])
  const rows = [
    ['姓名', '证件类型', '证件号码', '外语'],
    ['何外语', '护照', 'E98765432', '英语'],
  ]
  const batch = await admin.check('persons', await workbookOf(rows))
  expect(await admin.faults(batch.id)).toEqual([])
  await admin.start(batch.id)
  const own = async () => (await site.services.db.select().from(person).where(eq(person.id, data.id)))[0]!.own
  expect(await own()).toEqual({ [skill.code]: 'o1' })
  await admin.post('/staff/import/undo', { id: batch.id })
  await admin.settled(batch.id)
  expect(await own()).toEqual({ [skill.code]: 'o2' })
})
