import excel from '@protobi/exceljs'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { iso, startOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  act,
  cookie,
  detail,
  form,
  inDays,
  published,
  rowOf,
  save,
  setUpCourses,
  trainer,
  visible,
} from '#test/setups/training/courses.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

setUpCourses()

describe('a new course', () => {
  test('is a draft that nobody sees, until it is published; then everybody does', async () => {
    const { code, data } = await save({ form: form() })
    expect(code).toBe(200)
    expect(data).toMatchObject({ status: 'draft', statusName: '草稿', version: 1 })
    expect(await visible(data.id)).toBe(false)
    expect(await detail(data.id)).toMatchObject({ missing: [], canDo: ['publish', 'remove'] })
    const { data: done } = await act('publish', data)
    expect(done).toMatchObject({ status: 'open', version: 2 })
    expect(await visible(data.id)).toBe(true)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.objectType, 'course'), eq(auditEvent.objectId, data.id)))
    expect(lines.map(({ action }) => action)).toEqual(['course.add', 'course.publish'])
  })

  test('is not kept with what cannot be: every fault beside its field, in words', async () => {
    const { code, msg, data } = await save({
      form: form({ title: '', endsOn: inDays(18), quota: 2.5, minimum: 30, checkInOn: inDays(40), contactEmail: 'x' }),
    })
    expect(code).toBe(400)
    expect(msg).toContain('名称')
    expect(Object.keys(data.fields).toSorted()).toEqual(
      ['checkInOn', 'contactEmail', 'endsOn', 'minimum', 'quota', 'title'].toSorted(),
    )
    expect(data.fields.endsOn).toBe('不能早于开班日期')
    const late = await save({ form: form({ applyDeadline: inDays(21), notice: '999999' }) })
    expect(late.data.fields).toMatchObject({
      applyDeadline: '不能晚于开班日期',
      notice: expect.stringContaining('没有这篇文章'),
    })
  })

  test('refuses nonsense in any of its parts with a sentence', async () => {
    const nonsense = [
      '',
      '\0',
      '9'.repeat(12),
      '长'.repeat(200),
      -1,
      1.5,
      2 ** 40,
      null,
      true,
      [],
      [1],
      {},
      [{ file: 2 ** 40 }],
    ]
    const parts = [
      'certificate',
      'notice',
      'cover',
      'attachments',
      'sessions',
      'point',
      'asks',
      'syllabus',
      'quota',
      'hours',
    ]
    for (const name of parts)
      for (const value of nonsense) {
        const { status, code, msg } = await save({ form: form({ [name]: value }) })
        expect(status, `${name}: ${JSON.stringify(value)} ${msg}`).toBe(200)
        expect([200, 400]).toContain(code)
      }
  })

  test('without what a visitor would miss is a draft, and is not published', async () => {
    const { data } = await save({ form: form({ contactPhone: '', syllabus: '', address: '' }) })
    const { missing } = await detail(data.id)
    expect(missing.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'address',
      'contactPhone',
      'syllabus',
    ])
    expect(await act('publish', data)).toMatchObject({ code: 400, data: { fields: { address: '请填写地点' } } })
    const online = await save({ id: data.id, version: 1, form: { mode: 'online' } })
    expect((await detail(online.data.id)).missing).toHaveLength(2)
  })

  test('takes everything from an earlier one but its days, and is another course', async () => {
    const earlier = await published({ teachers: '雷振邦', hotel: '苏州饭店' })
    const { data } = await trainer.get('/staff/training/course/blank', { from: earlier.id })
    expect(data.values).toMatchObject({ teachers: '雷振邦', hotel: '苏州饭店', quota: 20 })
    for (const name of ['applyFrom', 'applyDeadline', 'startsOn', 'endsOn', 'sessions'])
      expect(data.values).not.toHaveProperty(name)
    const dated = { ...data.values, ...form(), title: '又一期' }
    const copy = await save({ form: dated })
    expect(copy.data).toMatchObject({ status: 'draft' })
    expect(copy.data.id).not.toBe(earlier.id)
  })

  test('that is a draft may be deleted; one that was public may not', async () => {
    const { data } = await save({ form: form() })
    expect((await act('remove', data)).code).toBe(200)
    expect((await trainer.get('/staff/training/course/detail', { id: data.id })).code).toBe(404)
    const of = await published()
    expect(await act('remove', of)).toMatchObject({ code: 409, msg: expect.stringContaining('撤下') })
    const { data: drafted } = await act('withdraw', of)
    expect(drafted).toMatchObject({ status: 'draft' })
    expect(await visible(of.id)).toBe(false)
    expect((await act('remove', drafted)).code).toBe(200)
  })
})

describe('the days', () => {
  test('of a deadline last till midnight in Shanghai, whatever the zone of the server', async () => {
    const { id } = await published()
    const { applyUntil } = await rowOf(id)
    expect(applyUntil.toISOString()).toBe(`${inDays(10)}T15:59:59.999Z`)
    expect(startOf(inDays(11)).getTime() - applyUntil.getTime()).toBe(1)
  })

  test('make the half days on which attendance is taken, each once and in order', async () => {
    const sessions = [
      { day: inDays(21), half: 'morning' },
      { day: inDays(20), half: 'afternoon' },
      { day: inDays(20), half: 'morning' },
      { day: inDays(20), half: 'morning' },
    ]
    const { id } = await published({ sessions })
    expect((await rowOf(id)).sessions.map(({ code }) => code)).toEqual([
      `${inDays(20)}a`,
      `${inDays(20)}b`,
      `${inDays(21)}a`,
    ])
  })

  test('of enrolling end at once when it is closed, also after another edit, and go on with a later deadline', async () => {
    const of = await published()
    const { data: closed } = await act('close', of)
    expect(closed).toMatchObject({ status: 'closed' })
    expect(await act('close', closed)).toMatchObject({ code: 409, msg: '报名已经截止' })
    const { data: edited } = await save({ ...closed, form: { batch: '改' } })
    expect(edited.status).toBe('closed')
    const wrong = await act('reopen', edited, { deadline: inDays(30) })
    expect(wrong.data.fields.deadline).toContain('不能晚于')
    const { data: open } = await act('reopen', edited, { deadline: inDays(12) })
    expect(open).toMatchObject({ status: 'open' })
    expect((await rowOf(of.id)).applyUntil.toISOString()).toBe(`${inDays(12)}T15:59:59.999Z`)
  })
})

describe('the list', () => {
  test('is narrowed by status, kind, year and words, and its export has just those rows', async () => {
    const word = '名册专用'
    const of = await published({ title: word, kind: 'seminar' })
    await save({ form: form({ title: `${word}草稿` }) })
    const list = async (query: Record<string, string | number>) =>
      (await trainer.get('/staff/training/course/list', { key: word, ...query })).data.list
    expect(await list({})).toHaveLength(2)
    expect(await list({ status: 'draft' })).toMatchObject([{ title: `${word}草稿`, statusName: '草稿' }])
    expect(await list({ kind: 'seminar', year: Number(inDays(20).slice(0, 4)) })).toMatchObject([
      { id: of.id, quota: 20, enrolled: 0, waiting: 0, unpaid: 0 },
    ])
    expect(await list({ year: 2001 })).toEqual([])
    const response = await site.app.inject({
      url: `/api/staff/training/course/export?key=${encodeURIComponent(word)}`,
      headers: { ...cookie },
    })
    const book = new excel.Workbook()
    await book.xlsx.load(response.rawPayload as never)
    expect(book.worksheets[0]!.rowCount).toBe(3)
    expect((await trainer.get('/staff/training/course/years')).data).toContain(Number(inDays(20).slice(0, 4)))
  })

  test('is for who runs courses, and nobody else', async () => {
    const cashier = await asStaff(site, await staffWith(site, ['cashier']))
    expect((await cashier.get('/staff/training/course/list')).code).toBe(403)
    expect((await save({ form: form() }, cashier)).code).toBe(403)
    expect((await site.get('/staff/training/course/list')).code).not.toBe(200)
  })
})

test('the start of enrolling is by the clock of Shanghai', async () => {
  const { id } = await published({ applyFrom: `${inDays(-1)}T09:30` })
  expect(iso((await rowOf(id)).applyFrom)).toBe(`${inDays(-1)}T09:30:00+08:00`)
})
