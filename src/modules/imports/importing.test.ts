import { count, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { admin, findPerson, persons, setUpImportedPersons } from '#test/setups/importedPersons.ts'
import { site } from '#test/setups/site.ts'
import { dayOrNight } from '#test/support/night.ts'
import { personRow, residentId, sheetOf, textsOf } from '#test/support/workbooks.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { person } from '../members/server/tables.ts'

setUpImportedPersons()

const countPersons = async () => (await site.services.db.select({ n: count() }).from(person))[0]!.n

describe('the import', { timeout: 60_000 }, () => {
  test('writes the good rows, returns the workbook with red cells and reasons, and takes the mended one', async () => {
    const bad = ['孙八', '110101199003074519', '13900000041', '本科', '']
    const first = await admin.check('persons', await persons([personRow(40), bad, personRow(42)]))
    const done = await admin.start(first.id)
    expect(done).toMatchObject({ status: 'done', added: 2, bad: 1, canUndo: true })
    const bytes = await admin.download('/staff/import/errors', { id: first.id, rows: 'all' })
    const sheet = await sheetOf(bytes)
    expect(sheet.getRow(1).getCell(6).value).toBe('错误原因')
    expect(sheet.getRow(3).getCell(6).value).toContain('证件号码：')
    expect(sheet.getRow(3).getCell(2).fill).toMatchObject({ fgColor: { argb: 'FFFFC7CE' } })
    expect(sheet.getRow(2).getCell(6).value).toBeNull()
    expect(
      textsOf(await sheetOf(await admin.download('/staff/import/errors', { id: first.id, rows: 'bad' }))),
    ).toHaveLength(2)

    sheet.getRow(3).getCell(2).value = residentId(41)
    const mended = Buffer.from(await sheet.workbook.xlsx.writeBuffer())
    const second = await admin.check('persons', mended, { follows: first.id })
    expect(second).toMatchObject({ status: 'checked', reason: '', rows: 3, added: 1, same: 2, bad: 0 })
    expect(second.family.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
    await admin.start(second.id)
    expect(await findPerson(residentId(41))).toMatchObject({ name: '孙八' })
  })

  test('all or nothing: one bad row, and none is written', async () => {
    const before = await countPersons()
    const batch = await admin.check('persons', await persons([personRow(50), ['坏行', '1', '', '', '']]))
    expect(await admin.post('/staff/import/start', { id: batch.id, rows: 'all' })).toMatchObject({ code: 400 })
    expect(await countPersons()).toBe(before)
    expect(await admin.settled(batch.id)).toMatchObject({ status: 'checked', canStart: true })
  })

  test('updates who is registered by the identity number, and refuses another name', async () => {
    await admin.start((await admin.check('persons', await persons([personRow(60)]))).id)
    const [name, id] = personRow(60) as [string, string]
    const batch = await admin.check('persons', await persons([[name, id, '13911111111', '', '新单位']]))
    expect(batch).toMatchObject({ added: 0, changed: 1 })
    await admin.start(batch.id)
    expect(await findPerson(id)).toMatchObject({ employer: '新单位', education: '本科' })
    const other = await admin.check('persons', await persons([['另一人', id, '', '', '']]))
    expect(other).toMatchObject({ bad: 1 })
  })

  test('of two starts at once, one begins', async () => {
    const { id } = await admin.check(
      'persons',
      await persons(Array.from({ length: 300 }, (_, i) => personRow(1_000 + i))),
    )
    const codes = await Promise.all(
      [1, 2].map(async () => (await admin.post('/staff/import/start', { id, rows: 'good' })).code),
    )
    expect(codes.sort()).toEqual([200, 409])
    expect(await admin.settled(id)).toMatchObject({ status: 'done', added: 300 })
  })

  test('that is cancelled leaves nothing behind, and can be started again', async () => {
    const before = await countPersons()
    const count = dayOrNight(2_000, 4_000)
    const { id } = await admin.check(
      'persons',
      await persons(Array.from({ length: count }, (_, i) => personRow(i, '1991'))),
    )
    await admin.post('/staff/import/start', { id, rows: 'good' })
    await admin.post('/staff/import/cancel', { id })
    expect(await admin.settled(id)).toMatchObject({ status: 'cancelled', canStart: true })
    expect(await countPersons()).toBe(before)
    expect(await admin.start(id)).toMatchObject({ status: 'done', added: count })
    expect(await countPersons()).toBe(before + count)
  })
})

describe('undoing a batch', { timeout: 60_000 }, () => {
  test('removes what it created and restores what it changed, to the letter', async () => {
    await admin.start((await admin.check('persons', await persons([personRow(70)]))).id)
    const [name, id] = personRow(70) as [string, string]
    const before = await findPerson(id)
    const batch = await admin.check('persons', await persons([[name, id, '13922222222', '硕士', ''], personRow(71)]))
    await admin.start(batch.id)
    expect(await findPerson(id)).toMatchObject({ education: '硕士' })
    expect((await admin.post('/staff/import/undo', { id: batch.id })).data).toEqual({
      undone: true,
      removed: 1,
      restored: 1,
      obstacles: [],
    })
    expect(await findPerson(id)).toEqual(before)
    expect(await findPerson(personRow(71)[1]!)).toBeUndefined()
    expect(await admin.settled(batch.id)).toMatchObject({ status: 'undone', canUndo: false })
  })

  test('is refused whole where something has come after, row by row', async () => {
    const { db } = site.services
    const batch = await admin.check('persons', await persons([personRow(80), personRow(81), personRow(82)]))
    await admin.start(batch.id)
    const [, changed, joined] = await Promise.all([80, 81, 82].map(n => findPerson(personRow(n)[1]!)))
    await db.update(person).set({ email: 'new@example.com', updatedAt: new Date() }).where(eq(person.id, changed!.id))
    await db.execute(`insert into member (number, kind, level_code, joined_on, person_id)
      select 'T-1', 'person', code, '2026-01-01', ${joined!.id} from member_level where kind = 'person' limit 1`)
    const { data } = await admin.post('/staff/import/undo', { id: batch.id })
    expect(data).toEqual({
      undone: false,
      removed: 0,
      restored: 0,
      obstacles: [
        { row: 3, why: '导入之后又有修改' },
        { row: 4, why: '已有会员身份与它关联' },
      ],
    })
    expect(await findPerson(personRow(80)[1]!)).toBeDefined()
  })
})

describe('the audit log', { timeout: 60_000 }, () => {
  test('has a line for every act, with counts and without what rows say', async () => {
    const batch = await admin.check('persons', await persons([personRow(90)]))
    await admin.start(batch.id)
    await admin.post('/staff/import/undo', { id: batch.id })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectId, batch.id))
      .orderBy(auditEvent.id)
    const own = lines.filter(({ objectType }) => objectType === 'import_batch')
    expect(own.map(({ action }) => action)).toEqual(['import.check', 'import.start', 'import.run', 'import.undo'])
    expect(own[2]!.detail).toMatchObject({ added: 1 })
    expect(JSON.stringify(own)).not.toContain(personRow(90)[1])
  })
})
