import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { staffWith } from '#test/support/make.ts'
import { partsIn, personRow, residentId, sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { account } from '../accounts/server/tables.ts'
import { approval } from '../approvals/server/tables.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { person } from '../members/server/tables.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof importer>>
let first: Staff
let second: Staff
const colleague = async (...roles: string[]) => importer(site, await staffWith(site, roles))
beforeAll(async () => {
  first = await colleague('admin')
  second = await colleague('admin')
})

const headings = ['姓名', '证件号码', '手机', '职务']
async function enter(...rows: string[][]) {
  const batch = await first.check('persons', await workbookOf([headings, ...rows]))
  expect(await first.faults(batch.id)).toEqual([])
  await first.start(batch.id)
}
const entryOf = (n: number) => [...personRow(n).slice(0, 3), '技术员']
async function kept(idNumber: string) {
  const { db, encryption } = site.services
  const [row] = await db
    .select()
    .from(person)
    .where(eq(person.idNumberHash, encryption.hash(idNumber)))
  return {
    idNumber: encryption.decrypt(row!.idNumberSealed!),
    mobile: encryption.decrypt(row!.mobileSealed!),
    position: row!.position,
  }
}
const plainExport = async () =>
  textsOf(await sheetOf(await first.download('/staff/import/export', { kind: 'persons' })))

test('the plain export shows a part of the numbers, says so, and imported again leaves them as they are', async () => {
  const [name, idNumber, mobile] = entryOf(601)
  await enter(entryOf(601))
  const [titles, ...rows] = await plainExport()
  expect(titles).toEqual(expect.arrayContaining(['证件号码（部分）', '手机（部分）', '登记编号']))
  const row = rows.find(cells => cells.includes(name!) && cells.some(cell => cell === '139****0601'))!
  expect(rows.flat().join()).not.toContain(idNumber)
  expect(rows.flat().join()).not.toContain(mobile)
  const changed = row.map((cell, i) => (titles![i] === '职务' ? '工段长' : cell))
  const batch = await first.check('persons', await workbookOf([titles!, changed]))
  expect(await first.faults(batch.id)).toEqual([])
  expect(batch).toMatchObject({ changed: 1, added: 0 })
  await first.start(batch.id)
  expect(await kept(idNumber!)).toEqual({ idNumber, mobile, position: '工段长' })
})

test('a part of a number is never registered, and never taken for the number of somebody else', async () => {
  await enter(entryOf(602), entryOf(603))
  const [titles, ...rows] = await plainExport()
  const place = (title: string) => titles!.indexOf(title)
  const [one, other] = ['139****0602', '139****0603'].map(part => rows.find(cells => cells.includes(part))!)
  const swapped = one!.map((cell, i) => (i === place('登记编号') ? other![i]! : cell))
  const without = one!.map((cell, i) => (i === place('登记编号') ? '' : cell))
  const batch = await first.check('persons', await workbookOf([titles!, swapped, without]))
  expect(batch).toMatchObject({ added: 0, changed: 0, bad: 2 })
  const messages = (await first.faults(batch.id)).map(({ row, message }: { row: number; message: string }) => ({
    row,
    message,
  }))
  expect(messages).toContainEqual({ row: 2, message: expect.stringContaining('登记内容不符') })
  expect(messages).toContainEqual({ row: 3, message: expect.stringContaining('只有一部分的号码无法登记') })
})

const PURPOSE = '报送考试中心核对身份'
const ask = (by: Staff, purpose = PURPOSE, kind = 'persons') =>
  by.post('/staff/import/export/personal', { kind, purpose })
const newest = async (by: Staff) => (await by.get('/staff/approval/list', { state: 'all' })).data.list[0]

test('whole numbers are not for who merely imports, and not without a purpose', async () => {
  const trainer = await colleague('trainer')
  expect(await ask(trainer, PURPOSE, 'participants')).toMatchObject({ code: 403 })
  expect(await ask(first, '  ')).toMatchObject({ code: 400, data: { fields: { purpose: expect.any(String) } } })
  expect(await ask(first, PURPOSE, 'articles')).toMatchObject({ code: 400 })
})

test('whole numbers leave once a second person has agreed, marked and logged, and can be imported again', async () => {
  await enter(entryOf(604))
  expect(await ask(first)).toMatchObject({ code: 202, msg: expect.stringMatching(/另一位/) })
  const asked = await newest(second)
  expect(asked).toMatchObject({ ruleName: '导出完整的个人信息', mayDecide: true, file: null })
  expect(asked.changes).toContainEqual(expect.objectContaining({ label: '用途', after: PURPOSE }))
  const { id } = asked
  const take = (by: Staff) => by.download('/staff/approval/file', { id })
  await expect(take(first), 'before anybody agreed').rejects.toThrow(/还没有人同意/)
  expect(await first.post('/staff/approval/agree', { id })).toMatchObject({ code: 403 })
  expect(await second.post('/staff/approval/agree', { id })).toMatchObject({ code: 200 })
  await expect(take(second), 'by who agreed').rejects.toThrow(/没有您可以下载/)

  await expect(first.download('/staff/approval/file', { id: id + 1 }), 'another').rejects.toThrow(/没有您可以下载/)
  const bytes = await take(first)
  const [mark, titles, ...rows] = textsOf(await sheetOf(bytes))
  expect(mark![0]).toContain(`导出编号 ${id}`)
  expect(mark![0]).toMatch(new RegExp(`用途：${PURPOSE}`))
  expect(titles).toContain('证件号码')
  expect(rows.flat()).toEqual(expect.arrayContaining(entryOf(604)))
  const parts = await partsIn(bytes)
  for (const place of [/<dc:description>[^<]*导出编号/, /<oddFooter>[^<]*导出编号/])
    expect(
      parts.some(part => place.test(part)),
      String(place),
    ).toBe(true)
  const again = await first.check('persons', bytes)
  expect(await first.faults(again.id)).toEqual([])
  expect(again).toMatchObject({ same: again.rows, bad: 0 })

  const lines = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'import.exportPersonal'))
    .orderBy(desc(auditEvent.id))
  expect(lines).toHaveLength(1)
  expect(lines[0]!.after).toMatchObject({ 用途: PURPOSE, 人数: rows.length, 导出编号: id })
})

test('what was agreed to is taken a few times within a day', async () => {
  await ask(first, '年度继续教育核对')
  const { id } = await newest(first)
  await second.post('/staff/approval/agree', { id })
  const take = () => first.download('/staff/approval/file', { id })
  for (const left of [3, 2, 1]) {
    expect((await newest(first)).file).toMatchObject({ left })
    await take()
  }
  expect((await newest(first)).file).toBeNull()
  await expect(take()).rejects.toThrow(/超过期限、次数/)
  const { db } = site.services
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await db.update(approval).set({ downloads: 0, decidedAt: yesterday }).where(eq(approval.id, id))
  await expect(take()).rejects.toThrow(/超过期限、次数/)
  expect((await newest(first)).file).toBeNull()
})

test('who has lost the permission meanwhile takes nothing', async () => {
  const leaving = await colleague('admin')
  await ask(leaving, '核对历史学员')
  const { id } = await newest(leaving)
  await second.post('/staff/approval/agree', { id })
  const { db } = site.services
  const [row] = await db.select().from(approval).where(eq(approval.id, id))
  await db
    .update(account)
    .set({ roles: ['trainer'] })
    .where(eq(account.id, row!.askedBy))
  await expect(leaving.download('/staff/approval/file', { id })).rejects.toThrow(/没有权限/)
})

test('an act that was agreed to is not done again by asking for its file', async () => {
  expect(await first.post('/staff/approval/rules', { rules: ['payAccount'] })).toMatchObject({ code: 200 })
  await first.post('/staff/approval/rules', { rules: [] })
  const { id } = await newest(first)
  expect(await second.post('/staff/approval/agree', { id })).toMatchObject({ code: 200 })
  await expect(first.download('/staff/approval/file', { id })).rejects.toThrow(/没有您可以下载/)
})

test('a sheet with whole numbers is taken back by who uploaded it; colleagues see a part of what is wrong in it', async () => {
  const wrong = `${residentId(605).slice(0, 17)}${residentId(605).endsWith('1') ? '2' : '1'}`
  const { id } = await first.check('persons', await workbookOf([headings, ['王五', wrong, '13900000605', '']]))
  expect((await first.faults(id))[0]).toMatchObject({ said: wrong })
  expect(await first.download('/staff/import/errors', { id, rows: 'all' })).toBeInstanceOf(Buffer)
  await expect(second.download('/staff/import/errors', { id, rows: 'all' })).rejects.toThrow(/只能由上传的/)
  expect(JSON.stringify(await second.faults(id))).not.toContain(wrong)
})
