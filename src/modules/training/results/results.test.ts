import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { studyHours } from '#modules/personnel/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { aPerson, confirmedEnrolment, decideEnrolment, enrolVisitor, openCourse } from '../../../../test/enrolling.ts'
import { attend, endedCourse, takePart } from '../../../../test/examining.ts'
import { asStaff, signUpComplete, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { sheetOf, textsOf, workbookOf } from '../../../../test/workbooks.ts'
import { course, participant, registration } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

type Staff = Awaited<ReturnType<typeof asStaff>>
const aTrainer = async () => asStaff(site, await staffWith(site, ['trainer']))

type Score = { participantId: number; theory?: string; practice?: string; isAbsent?: boolean; seen?: number | null }
const save = (by: Staff, id: number, rows: Score[], more = {}) =>
  by.post('/staff/training/scores/save', { id, rows, ...more })
const scoresOf = async (by: Staff, id: number, query = {}) =>
  (await by.get('/staff/training/scores', { id, pageSize: 100, ...query })).data.list
const rowOf = async (by: Staff, id: number, participantId: number) =>
  (await scoresOf(by, id)).find((row: { id: number }) => row.id === participantId)
const announce = (by: Staff, id: number, more = {}) => by.post('/staff/training/results/announce', { id, ...more })
const head = async (by: Staff, id: number) => (await by.get('/staff/training/results', { id })).data

describe('scores', () => {
  test('are typed for several at once; what is wrong is told cell by cell and nothing is kept', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { passPractice: 70 })
    const [a, b, c] = (await takePart(site, id, 3)) as [number, number, number]
    const wrong = await save(trainer, id, [
      { participantId: a, theory: '88', practice: '90' },
      { participantId: b, theory: '101', practice: '八十' },
      { participantId: c, theory: '60', isAbsent: true },
    ])
    expect(wrong.code).toBe(400)
    expect(wrong.data.fields).toEqual({
      [`${b}.theory`]: '不能超过 100 分',
      [`${b}.practice`]: '应为 0 到 100 的数字',
      [c]: '缺考的不填分数',
    })
    expect((await head(trainer, id)).figures).toMatchObject({ all: 3, lacking: 3, blank: 3, rate: null })

    const good = await save(trainer, id, [
      { participantId: a, theory: '８８.5', practice: '70' },
      { participantId: b, theory: '59.5', practice: '100' },
      { participantId: c, isAbsent: true },
    ])
    expect(good.data).toEqual({ saved: 3, unchanged: 0 })
    expect((await scoresOf(trainer, id)).map((row: { resultName: string }) => row.resultName)).toEqual([
      '合格',
      '不合格',
      '缺考',
    ])
    expect((await head(trainer, id)).figures).toMatchObject({
      passed: 1,
      failed: 1,
      absent: 1,
      makeupDue: 2,
      rate: 33.3,
    })
    expect(await scoresOf(trainer, id, { scope: 'makeup' })).toHaveLength(2)
  })

  test('of two who type at once the second is told what the first has typed, and by whom', async () => {
    const [one, two] = [await aTrainer(), await aTrainer()]
    const id = await endedCourse(site)
    const [a] = (await takePart(site, id, 1)) as [number]
    const answers = await Promise.all([
      save(one, id, [{ participantId: a, theory: '82' }]),
      save(two, id, [{ participantId: a, theory: '85' }]),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const refused = answers.find(({ code }) => code === 409)!
    expect(refused.data.fields[a]).toMatch(/^已由 工作人员\d+ 于 .* 录为“8[25]”，请核对后再保存$/)
    const { first } = await rowOf(one, id, a)
    const again = await save(two, id, [{ participantId: a, theory: '91', seen: first.seen }])
    expect(again.code).toBe(200)
    // The same once more changes nothing.
    expect((await save(one, id, [{ participantId: a, theory: '91' }])).data).toEqual({ saved: 0, unchanged: 1 })
  })

  test('of a make-up only who failed has any, and a pass counts', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { passPractice: 60 })
    const [a, b, c] = (await takePart(site, id, 3)) as [number, number, number]
    await save(trainer, id, [
      { participantId: a, theory: '90', practice: '90' },
      { participantId: b, theory: '90', practice: '30' },
    ])
    const wrong = await save(
      trainer,
      id,
      [
        { participantId: a, theory: '99' },
        { participantId: c, theory: '99' },
      ],
      { round: 'makeup' },
    )
    expect(wrong.data.fields).toEqual({
      [a]: '首次考试已合格，不用补考',
      [c]: '首次考试的成绩还没有录全，先录首次成绩',
    })
    const right = await save(trainer, id, [{ participantId: b, practice: '60' }], { round: 'makeup' })
    expect(right.code).toBe(200)
    expect((await rowOf(trainer, id, b)).result).toBe('makeupPassed')
    // The make-up stands on the first try.
    const { first } = await rowOf(trainer, id, b)
    const undone = await save(trainer, id, [{ participantId: b, theory: '90', practice: '61', seen: first.seen }])
    expect(undone.data.fields[b]).toBe('改动后补考结果不再成立，请先更正或清空补考成绩')
  })

  test('nobody but who manages courses sees or types them', async () => {
    const id = await endedCourse(site)
    for (const role of ['reviewer', 'cashier', 'editor']) {
      const other = await asStaff(site, await staffWith(site, [role]))
      expect((await other.get('/staff/training/scores', { id })).code).toBe(403)
      expect((await save(other, id, [{ participantId: 1, theory: '1' }])).code).toBe(403)
    }
  })
})

describe('scores as a workbook', () => {
  const read = async (who: string, id: number, bytes: Buffer, round = 'first') => {
    const form = new FormData()
    form.append('id', String(id))
    form.append('round', round)
    form.append('file', new Blob([new Uint8Array(bytes)]), '成绩.xlsx')
    const body = new Response(form)
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/staff/training/scores/read',
      payload: Buffer.from(await body.arrayBuffer()),
      headers: {
        ...(await staffSession(site, who)),
        'sec-fetch-site': 'same-origin',
        'content-type': body.headers.get('content-type')!,
      },
    })
    return response.json()
  }

  test('the template comes back filled in; each row says what would become of it, and nothing is kept before it is saved', async () => {
    const who = await staffWith(site, ['trainer'])
    const trainer = await asStaff(site, who)
    const id = await endedCourse(site, { passPractice: 60 })
    const [a, b, c, d] = (await takePart(site, id, 4)) as [number, number, number, number]
    await save(trainer, id, [{ participantId: d, theory: '70', practice: '70' }])
    const template = await site.app.inject({
      method: 'GET',
      url: `/api/staff/training/scores/template?id=${id}`,
      headers: await staffSession(site, who),
    })
    const [heading, ...rows] = textsOf(await sheetOf(template.rawPayload)) as [string[], ...string[][]]
    expect(heading).toEqual(['准考证号', '姓名', '单位', '理论', '实操', '缺考'])
    expect(rows).toHaveLength(4)
    const [first, second, third] = rows as [string[], string[], string[]]
    const filled = [
      ['第一考场成绩'],
      heading,
      [first[0]!, first[1]!, '', 86, 59.5, ''],
      [second[0]!, '别人', '', 70, 70, ''],
      ['9999999', '无此人', '', 70, 70, ''],
      [third[0]!, third[1]!, '', 120, '好', ''],
      [first[0]!, first[1]!, '', 1, 1, ''],
      rows[3]!,
    ]
    const { data } = await read(who, id, await workbookOf(filled))
    expect(data).toMatchObject({ fresh: 1, wrong: 4, same: 1, corrections: 0, missing: 1 })
    expect(data.rows.map((row: { problem: string }) => row.problem)).toEqual([
      '',
      `姓名不符：准考证号 ${second[0]} 是“${second[1]}”`,
      '本班没有准考证号 9999999',
      '理论不能超过 100 分；实操应为 0 到 100 的数字',
      `“${first[1]}”在表中出现了不止一次`,
      '',
    ])
    expect((await rowOf(trainer, id, a)).first).toBeNull()

    const good = data.rows.flatMap((row: { score: Score | null }) => row.score ?? [])
    expect((await save(trainer, id, good)).data).toEqual({ saved: 1, unchanged: 0 })
    expect((await rowOf(trainer, id, a)).first).toMatchObject({ theory: 86, practice: 59.5 })
    expect((await rowOf(trainer, id, b)).first).toBeNull()
    expect((await rowOf(trainer, id, c)).first).toBeNull()
  })

  test('without ticket numbers a name must be the only one; 缺考 is no score', async () => {
    const who = await staffWith(site, ['trainer'])
    const trainer = await asStaff(site, who)
    const id = await endedCourse(site)
    const [a, b, c] = (await takePart(site, id, 3, { ticketed: false })) as [number, number, number]
    const { db } = site.services
    await db
      .update(participant)
      .set({ name: '王芳' })
      .where(inArray(participant.id, [a, b]))
    await db.update(participant).set({ name: '孟一' }).where(eq(participant.id, c))
    const sheet = await workbookOf([
      ['姓名', '理论成绩'],
      ['王芳', 80],
      ['孟一', '缺考'],
    ])
    const { data } = await read(who, id, sheet)
    expect(data.rows.map((row: { problem: string }) => row.problem)).toEqual([
      '名册里有 2 位“王芳”，请填写准考证号',
      '',
    ])
    await save(trainer, id, [data.rows[1].score])
    expect((await rowOf(trainer, id, c)).result).toBe('absent')
    expect((await read(who, id, Buffer.from('no workbook'))).msg).toContain('请上传按模板填写的 Excel 文件')
  })
})

describe('the announcement', () => {
  test('names who lacks a result, and marks them absent where that is wanted', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site)
    const ids = await takePart(site, id, 12)
    await save(trainer, id, [{ participantId: ids[0]!, theory: '80' }])
    const lacking = await announce(trainer, id)
    expect(lacking.code).toBe(400)
    const [row] = await site.services.db.select().from(participant).where(eq(participant.id, ids[1]!))
    expect(lacking.msg).toContain('还有 11 人的成绩没有录全')
    expect(lacking.msg).toContain(row!.name)
    expect((await announce(trainer, id, { restAbsent: true })).data).toMatchObject({ announced: 12, passed: 1 })
    expect((await head(trainer, id)).figures).toMatchObject({ passed: 1, absent: 11, fresh: 0 })
    expect((await announce(trainer, id)).msg).toBe('成绩都已公布，没有新的')
  })

  test('waits for the last day of the course', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { endsOn: addDays(dayOf(new Date()), 1) })
    await takePart(site, id, 1)
    expect((await announce(trainer, id, { restAbsent: true })).msg).toContain('结束后才能公布成绩')
  })

  test('tells a company in the member centre and a visitor by SMS, ends registrations and credits hours once', async () => {
    const trainer = await aTrainer()
    const company = await signUpComplete(site)
    const id = await openCourse(site, { hours: 16, feeMember: 0, feeOther: 0 })
    const own = await confirmedEnrolment(site, company.token, id, [aPerson(7101), aPerson(7102)])
    const visitor = await enrolVisitor(site, id, [aPerson(7103)])
    const theirs = visitor.answer.data.id
    await decideEnrolment(site, await asStaff(site, await staffWith(site, ['reviewer'])), theirs)
    const { db } = site.services
    const today = dayOf(new Date())
    const people = await db
      .select()
      .from(participant)
      .where(inArray(participant.registrationId, [own, theirs]))
    const [a, b, c] = people.sort((one, other) => one.name.localeCompare(other.name, 'zh')) as [
      ...(typeof people)[number][],
    ] as [(typeof people)[number], (typeof people)[number], (typeof people)[number]]
    await db
      .update(course)
      .set({ startsOn: addDays(today, -3), endsOn: addDays(today, -1) })
      .where(eq(course.id, id))
    await db
      .update(participant)
      .set({ checkedInAt: new Date() })
      .where(
        inArray(
          participant.id,
          people.map(one => one.id),
        ),
      )
    await db
      .update(registration)
      .set({ status: 'checkedIn' })
      .where(inArray(registration.id, [own, theirs]))
    // Two sessions; one of them was at none.
    await attend(site, [a.id, c.id], '2026-01-01a')
    await attend(site, [a.id, c.id], '2026-01-01b')
    await save(trainer, id, [
      { participantId: a.id, theory: '90' },
      { participantId: b.id, theory: '20' },
      { participantId: c.id, theory: '60' },
    ])
    const before = await company.api.get('/training/v2/detail', { id: own })
    expect(before.data.results.map((row: { result: string }) => row.result)).toEqual(['none', 'none'])

    expect((await announce(trainer, id)).data).toEqual({ announced: 3, passed: 2, told: 2, credited: 2 })
    const [row] = await db.select().from(registration).where(eq(registration.id, own))
    expect(row!.status).toBe('finished')
    const { list } = (await company.api.get('/member/message/list', { type: 'training' })).data
    expect(list[0].title).toContain('成绩已公布')
    expect((await textsTo(site, visitor.phone))[0]).toMatch(/成绩已公布：.* (不)?合格/)
    const after = await company.api.get('/training/v2/detail', { id: own })
    expect(after.data.results.map((row: { theory: number }) => row.theory).sort()).not.toContain(null)
    expect((await site.get('/app/training/detail', { id })).data.status).toBe('announced')
    const hours = await db.select().from(studyHours).where(eq(studyHours.courseId, id))
    expect(hours.map(({ personId, hours }) => [personId, hours]).sort()).toEqual(
      [a, c].map(one => [one.personId, 16]).sort(),
    )
    expect((await announce(trainer, id)).code).toBe(409)
    expect(await db.select().from(studyHours).where(eq(studyHours.courseId, id))).toHaveLength(2)
  })

  test('a make-up waits for an announcement of its own, and a correction says why', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site)
    const [a, b] = (await takePart(site, id, 2)) as [number, number]
    await save(trainer, id, [
      { participantId: a, theory: '50' },
      { participantId: b, theory: '70' },
    ])
    await announce(trainer, id)
    await save(trainer, id, [{ participantId: a, theory: '75' }], { round: 'makeup' })
    const { db } = site.services
    const announced = async () => (await db.select().from(participant).where(eq(participant.id, a)))[0]!.result
    expect(await announced()).toBe('failed')
    expect((await head(trainer, id)).figures.fresh).toBe(1)
    expect((await announce(trainer, id)).data).toMatchObject({ announced: 1, passed: 1 })
    expect(await announced()).toBe('makeupPassed')

    const { first } = await rowOf(trainer, id, b)
    const change = [{ participantId: b, theory: '58', seen: first.seen }]
    const silent = await save(trainer, id, change)
    expect(silent.data.fields.reason).toBe('有 1 人的成绩已公布，更正须说明原因')
    expect((await save(trainer, id, change, { reason: '阅卷复核，第三题误判' })).code).toBe(200)
    expect((await rowOf(trainer, id, b)).result).toBe('failed')
    const [line] = await db.select().from(auditEvent).where(eq(auditEvent.action, 'result.correct'))
    expect(line).toMatchObject({ detail: { reason: '阅卷复核，第三题误判' } })
    expect(Object.values(line!.before!)).toEqual(['70'])
    expect(Object.values(line!.after!)).toEqual(['58'])
    expect((await textsTo(site, '13900000903'))[0]).toContain('成绩已更正')
  })

  test('without an exam whoever was at four fifths of the sessions has passed', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { hasExam: false })
    const [a, b] = (await takePart(site, id, 2)) as [number, number]
    for (const session of ['2026-01-01a', '2026-01-01b', '2026-01-02a', '2026-01-02b', '2026-01-03a'])
      await attend(site, session < '2026-01-02' ? [a, b] : [a], session)
    expect((await save(trainer, id, [{ participantId: a, theory: '1' }])).code).toBe(409)
    expect((await announce(trainer, id)).data).toMatchObject({ announced: 2, passed: 1, credited: 1 })
    expect((await rowOf(trainer, id, b)).result).toBe('absent')
  })
})
