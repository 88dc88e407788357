import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import { anonymous } from '#lib/server/api/context.ts'
import { withScratch } from '#lib/server/process/tempDir.ts'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { followCertificates } from '#modules/certificates/issuing/server/followers.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent, numberSeries } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { keepCalendar } from '#modules/review/server/calendar.ts'
import { application, publicNotice } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { endedCourse, passAll, takePart } from '../../../../test/examining.ts'
import { asStaff, codeFor, newAddress, newPhone, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { participant } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

type Staff = Awaited<ReturnType<typeof asStaff>>
const aTrainer = async () => asStaff(site, await staffWith(site, ['trainer']))
const aReviewer = async () => asStaff(site, await staffWith(site, ['reviewer']))

type Changes = NonNullable<Parameters<typeof endedCourse>[1]>
/** People who have passed a course, and know it. */
async function passed(count: number, changes: Changes = {}, how: Parameters<typeof takePart>[3] = {}) {
  const courseId = await endedCourse(site, changes)
  const ids = await takePart(site, courseId, count, how)
  await passAll(site, courseId, ids)
  return { courseId, ids }
}

const create = (by: Staff, id: number, more = {}) => by.post('/staff/training/batch/create', { id, ...more })
const batchesOf = async (by: Staff, id: number) => (await by.get('/staff/training/batch/list', { id })).data
const decide = async (by: Staff, id: number, action = 'pass', opinion = '') => {
  const { version } = (await by.get('/staff/review/detail', { id })).data
  return by.post('/staff/review/decide', { id, version, action, opinion })
}
const noticeOf = async (applicationId: number) =>
  (
    await site.services.db
      .select()
      .from(publicNotice)
      .where(eq(publicNotice.applicationId, applicationId))
      .orderBy(asc(publicNotice.id))
  ).at(-1)!
const nightAfter = (day: string) =>
  keepCalendar({
    ...site.services,
    now: new Date(`${addDays(day, 1)}T00:05:00+08:00`),
    actor: anonymous,
    address: '',
    log: site.app.log,
    headers: {},
  })
const certificatesOf = (ids: number[]) =>
  site.services.db
    .select({ of: certificate, participantId: participant.id })
    .from(participant)
    .innerJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(inArray(participant.id, ids))
    .orderBy(asc(certificate.number))
const lastOf = async (prefix: string) =>
  (await site.services.db.select().from(numberSeries).where(eq(numberSeries.prefix, prefix)))[0]?.last ?? 0
const SERIES = `HQ1-${dayOf(new Date()).slice(0, 4)}-32`

describe('from a pass to a certificate', () => {
  test('a batch is drawn up, passed by somebody else, hangs out for five working days, and is issued by the calendar', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(3)
    const found = (await trainer.get('/staff/training/batch/candidates', { id: courseId })).data
    expect(found).toMatchObject({ total: 3, ready: 3, blocked: 0 })
    const made = await create(trainer, courseId, { leftOut: [{ participantId: ids[2], reason: '材料待核实' }] })
    expect(made.data).toMatchObject({ people: 2, state: 'submitted', number: expect.stringMatching(/^FZ\d{4}-\d{6}$/) })
    // Whoever was left out may go into the next one.
    expect((await trainer.get('/staff/training/batch/candidates', { id: courseId })).data.ready).toBe(1)
    const [batch] = await batchesOf(trainer, courseId)
    const { applicationId } = batch

    const reviewer = await aReviewer()
    const { form } = (await reviewer.get('/staff/review/detail', { id: applicationId })).data
    const table = (field: string) => form.find((one: { field: string }) => one.field === field).table.rows
    expect(table('people')).toHaveLength(2)
    expect(table('leftOut')).toEqual([[expect.any(String), '常州第一锅炉清洗公司', '材料待核实']])
    expect((await decide(reviewer, applicationId)).data.status).toBe('noticed')

    const notice = await noticeOf(applicationId)
    const shown = (await site.get('/app/publicity/notice/info', { id: notice.id })).data
    const [first] = await site.services.db.select().from(participant).where(eq(participant.id, ids[0]!))
    expect(shown.table.head).toEqual(['姓名', '单位', '种类', '级别'])
    expect(shown.table.rows[0]).toEqual([maskName(first!.name), '常州第一锅炉清洗公司', '清洗项目负责人', ''])
    expect(JSON.stringify(shown)).not.toContain(first!.name)
    const listed = (await site.get('/app/publicity/notice/list', { kind: 'certificateBatch' })).data.list
    expect(listed[0]).toMatchObject({ kindName: '发证批次', detail: '拟向 2 人签发“清洗项目负责人”证书' })

    await nightAfter(addDays(notice.toDay, -1))
    expect(await certificatesOf(ids)).toEqual([])
    // The days have passed.
    const yesterday = addDays(dayOf(new Date()), -1)
    await site.services.db.update(publicNotice).set({ toDay: yesterday }).where(eq(publicNotice.id, notice.id))
    const before = await lastOf(SERIES)
    await nightAfter(yesterday)
    const issued = await certificatesOf(ids)
    expect(issued.map(({ of }) => of.number)).toEqual(
      [1, 2].map(n => `${SERIES}-${String(before + n).padStart(5, '0')}`),
    )
    expect(issued[0]!.of).toMatchObject({ holderName: first!.name, kindCode: 'HQ1', status: 'valid' })
    const [line] = await batchesOf(trainer, courseId)
    expect(line).toMatchObject({ state: 'approved', people: 2, issuedAt: expect.any(String) })
    expect((await textsTo(site, '13900000903'))[0]).toContain(issued[0]!.of.number)
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'certificate.issue'))
    expect(lines.map(({ objectName }) => objectName)).toEqual(expect.arrayContaining(issued.map(({ of }) => of.number)))

    // Everybody may check it, by number and by the code on the paper.
    const { number, token } = issued[0]!.of
    for (const asked of [{ number }, { token }] as Record<string, string>[]) {
      const { data } = await site.from(newAddress()).get('/cert/verify', asked)
      expect(JSON.stringify(data)).toContain(number)
      expect(JSON.stringify(data)).toContain('有效')
    }
  })

  test('where the course needs no notice it is issued when it is passed', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(2, { hasNotice: false }, { consent: false })
    await create(trainer, courseId)
    const [{ applicationId }] = await batchesOf(trainer, courseId)
    expect((await decide(await aReviewer(), applicationId)).data.status).toBe('approved')
    const issued = await certificatesOf(ids)
    // Who has not agreed to be shown is in the register, and not in public.
    expect(issued.map(({ of }) => of.publishedAt)).toEqual([null, null])
  })

  test('who drew it up does not pass it, whatever else that person may do', async () => {
    const both = await asStaff(site, await staffWith(site, ['trainer', 'reviewer']))
    const { courseId } = await passed(1)
    await create(both, courseId)
    const [{ applicationId }] = await batchesOf(both, courseId)
    const seen = (await both.get('/staff/review/detail', { id: applicationId })).data
    expect(seen).toMatchObject({ canDo: [], hindrance: '该批次由您提交，须由另一位工作人员审核' })
    for (const action of ['pass', 'return', 'reject'])
      expect(await decide(both, applicationId, action, '看过')).toMatchObject({ code: 403, msg: seen.hindrance })
    expect((await decide(await aReviewer(), applicationId)).code).toBe(200)
  })

  test('nobody is in two batches, and scores are closed meanwhile', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(2)
    const both = await Promise.all([create(trainer, courseId), create(await aTrainer(), courseId)])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    const [{ id, version, number }] = await batchesOf(trainer, courseId)
    const [row] = (await trainer.get('/staff/training/scores', { id: courseId })).data.list
    const change = { participantId: ids[0], theory: '10', seen: row.first.seen }
    const save = () => trainer.post('/staff/training/scores/save', { id: courseId, reason: '复核', rows: [change] })
    expect((await save()).data.fields[ids[0]!]).toContain(`已列入发证批次 ${number}`)
    expect((await trainer.post('/staff/training/batch/withdraw', { id, version })).data.state).toBe('withdrawn')
    expect((await save()).code).toBe(200)
    expect((await trainer.get('/staff/training/batch/candidates', { id: courseId })).data.ready).toBe(1)
  })
})

test('an objection that is upheld takes one out, and the others get theirs', async () => {
  const trainer = await aTrainer()
  const reviewer = await aReviewer()
  const { courseId, ids } = await passed(3)
  await create(trainer, courseId)
  const [{ id, applicationId }] = await batchesOf(trainer, courseId)
  await decide(reviewer, applicationId)
  const phone = newPhone()
  const code = await codeFor(site, { scene: 'objection', phone })
  const objected = await site.from(newAddress()).post('/app/publicity/notice/objection', {
    noticeId: (await noticeOf(applicationId)).id,
    name: '李晓明',
    phone,
    code,
    reason:
      '名单中有一人在培训期间并未到场，考试由他人代考，同班学员多人可以作证，请调取考场录像予以核查，并取消其发证资格。',
  })
  const clerk = await asStaff(site, await staffWith(site, ['secretary']))
  const objection = { id: Number(objected.data.number.slice(-6)) }
  await clerk.post('/staff/objection/accept', objection)
  await clerk.post('/staff/objection/decide', {
    ...objection,
    action: 'uphold',
    result: '经调取录像，确认其中一人由他人代考。',
  })
  const [back] = await batchesOf(trainer, courseId)
  expect(back.state).toBe('submitted')

  await decide(reviewer, applicationId, 'return', '移出代考人员')
  const [{ version, opinion }] = await batchesOf(trainer, courseId)
  expect(opinion).toBe('移出代考人员')
  const leftOut = [{ participantId: ids[1], reason: '异议成立：代考' }]
  const again = await trainer.post('/staff/training/batch/submit', { id, version, leftOut, answer: '已移出' })
  expect(again.data).toMatchObject({ people: 2, state: 'submitted' })
  await decide(reviewer, applicationId)
  await nightAfter((await noticeOf(applicationId)).toDay)
  const issued = await certificatesOf(ids)
  expect(issued.map(({ participantId }) => participantId).sort()).toEqual([ids[0], ids[2]].sort())
})

describe('a renewal', () => {
  const today = dayOf(new Date())
  /** Each holds one already. */
  async function holding(count: number, more: Partial<typeof certificate.$inferInsert>) {
    const { courseId, ids } = await passed(count, { kind: 'renewal', hasNotice: false })
    const { db } = site.services
    const people = await db.select().from(participant).where(inArray(participant.id, ids)).orderBy(asc(participant.id))
    const held = await enterCertificates(
      { db, now: new Date() },
      people.map(({ personId, name, id }) => ({
        register: 'personnel' as const,
        number: `HQ1-2022-32-9${id}`,
        holderName: name,
        organisationName: '某单位',
        personId,
        groupCode: 'HQ',
        groupName: '化学清洗人员',
        kindCode: 'HQ1',
        kindName: '清洗项目负责人',
        issuer: '本协会',
        issuedOn: '2022-01-01',
        validFrom: '2022-01-01',
        validTo: addDays(today, 30),
        ...more,
      })),
    )
    for (const [i, { number }] of held.entries())
      await db
        .update(participant)
        .set({ oldCertificate: number, examKind: 'renewal' })
        .where(eq(participant.id, people[i]!.id))
    return { courseId, ids, held }
  }
  async function issue(courseId: number) {
    const trainer = await aTrainer()
    const made = await create(trainer, courseId)
    if (made.code !== 200) return made
    const [{ applicationId }] = await batchesOf(trainer, courseId)
    return decide(await aReviewer(), applicationId)
  }
  const statusOf = async (id: number) =>
    (await site.services.db.select().from(certificate).where(eq(certificate.id, id)))[0]!.status

  test('begins when the old certificate ends', async () => {
    const { courseId, ids, held } = await holding(1, {})
    await issue(courseId)
    const { of } = (await certificatesOf(ids))[0]!
    expect(of).toMatchObject({ replacesId: held[0]!.id, validFrom: addDays(today, 31) })
    expect(await statusOf(held[0]!.id)).toBe('valid')
  })

  test('replaces one that is over', async () => {
    const { courseId, ids, held } = await holding(1, { validTo: addDays(today, -3) })
    await issue(courseId)
    const { of } = (await certificatesOf(ids))[0]!
    expect(of).toMatchObject({ replacesId: held[0]!.id, validFrom: today })
    expect(await statusOf(held[0]!.id)).toBe('replaced')
    const [event] = await site.services.db
      .select()
      .from(certificateEvent)
      .where(and(eq(certificateEvent.certificateId, held[0]!.id), eq(certificateEvent.kind, 'replaced')))
    expect(event!.reason).toContain(of.number)
  })

  test('of one that is suspended, or somebody else’s, is none', async () => {
    const { courseId, held } = await holding(2, {})
    const { db } = site.services
    await db.update(certificate).set({ status: 'suspended' }).where(eq(certificate.id, held[0]!.id))
    const [other] = await db.insert(person).values({ name: '别人' }).returning()
    await db.update(certificate).set({ personId: other!.id }).where(eq(certificate.id, held[1]!.id))
    const trainer = await aTrainer()
    const { list, ready, blocked } = (await trainer.get('/staff/training/batch/candidates', { id: courseId })).data
    expect([ready, blocked]).toEqual([0, 2])
    expect(list.map((row: { problem: string }) => row.problem)).toEqual([
      `原证书 ${held[0]!.number} 现为“暂停”，不能换证`,
      `原证书 ${held[1]!.number} 不在本人名下`,
    ])
    expect((await create(trainer, courseId)).msg).toBe('没有可以发证的人，请刷新后查看')
  })
})

describe('all or none', () => {
  test('an error in the middle issues none and uses no number', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(20, { hasNotice: false })
    await create(trainer, courseId)
    const [{ applicationId }] = await batchesOf(trainer, courseId)
    const before = await lastOf(SERIES)
    let isOn = true
    followCertificates(async (_, certificateIds) => {
      if (isOn && certificateIds.length === 20) throw new Error('the power is gone')
    })
    const failed = await decide(await aReviewer(), applicationId)
    expect(failed.code).not.toBe(200)
    isOn = false
    expect([await certificatesOf(ids), await lastOf(SERIES)]).toEqual([[], before])
    const [{ state, issuedAt }] = await batchesOf(trainer, courseId)
    expect([state, issuedAt]).toEqual(['submitted', null])

    await decide(await aReviewer(), applicationId)
    expect((await certificatesOf(ids)).map(({ of }) => of.number)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${SERIES}-${String(before + n + 1).padStart(5, '0')}`),
    )
  })

  test('of two who pass it at once one does, and certificates are issued once', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(5, { hasNotice: false })
    await create(trainer, courseId)
    const [{ applicationId }] = await batchesOf(trainer, courseId)
    const before = await lastOf(SERIES)
    const answers = await Promise.all([aReviewer(), aReviewer()].map(async by => decide(await by, applicationId)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await lastOf(SERIES)).toBe(before + 5)
    expect(await certificatesOf(ids)).toHaveLength(5)
  })

  test('two batches of one series take numbers without a gap', async () => {
    const trainer = await aTrainer()
    const before = await lastOf(SERIES)
    const all = await Promise.all([4, 4].map(count => passed(count, { hasNotice: false })))
    for (const { courseId } of all) await create(trainer, courseId)
    await Promise.all(
      all.map(async ({ courseId }) => {
        const [{ applicationId }] = await batchesOf(trainer, courseId)
        return decide(await aReviewer(), applicationId)
      }),
    )
    const issued = await certificatesOf(all.flatMap(({ ids }) => ids))
    expect(issued.map(({ of }) => Number(of.number.slice(-5)))).toEqual(
      Array.from({ length: 8 }, (_, n) => before + n + 1),
    )
  })

  test('a thousand at once, while others are answered', async () => {
    const { courseId, ids } = await passed(1000, { hasNotice: false }, { each: 50 })
    const trainer = await aTrainer()
    expect((await create(trainer, courseId)).data).toMatchObject({ people: 1000 })
    const [{ applicationId }] = await batchesOf(trainer, courseId)
    const before = await lastOf(SERIES)
    const reviewer = await aReviewer()
    let isDone = false
    const passing = decide(reviewer, applicationId).finally(() => {
      isDone = true
    })
    let answered = 0
    while (!isDone) {
      expect((await site.from(newAddress()).get('/app/training/list')).code).toBe(200)
      answered++
    }
    expect((await passing).data.status).toBe('approved')
    expect(answered).toBeGreaterThan(3)
    const issued = await certificatesOf(ids)
    expect(issued.map(({ of }) => Number(of.number.slice(-5)))).toEqual(
      Array.from({ length: 1000 }, (_, n) => before + n + 1),
    )
    const [{ n }] = (await site.services.db
      .select({ n: sql<number>`count(distinct ${certificate.token})` })
      .from(certificate)
      .where(
        inArray(
          certificate.id,
          issued.map(({ of }) => of.id),
        ),
      )) as [{ n: number }]
    expect(n).toBe(1000)
  }, 60_000)
})

test('all papers of a batch come as one ZIP file, with their names', async () => {
  const trainer = await aTrainer()
  const { courseId, ids } = await passed(3, { hasNotice: false })
  await create(trainer, courseId)
  const [{ id, applicationId }] = await batchesOf(trainer, courseId)
  const who = await staffWith(site, ['trainer'])
  const headers = await staffSession(site, who)
  const early = await site.app.inject({ method: 'GET', url: `/api/staff/training/batch/zip?id=${id}`, headers })
  expect(early.json().msg).toContain('还没有发证')
  await decide(await aReviewer(), applicationId)
  const { rawPayload } = await site.app.inject({
    method: 'GET',
    url: `/api/staff/training/batch/zip?id=${id}`,
    headers,
  })
  const issued = await certificatesOf(ids)
  await withScratch(inject('dataDir'), async scratch => {
    const path = join(scratch, 'all.zip')
    await writeFile(path, rawPayload)
    const parts = await partsOf(path)
    expect(parts.map(({ name }) => name)).toEqual(issued.map(({ of }) => `${of.number} ${of.holderName}.pdf`))
    for (const part of parts) expect((await buffer(await openPart(path, part))).toString('latin1', 0, 5)).toBe('%PDF-')
    const tested = await promisify(execFile)('unzip', ['-t', path]).catch(error => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (tested) expect(tested.stdout).toContain('No errors detected')
  })
  const [line] = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'certificateBatch.download'))
  expect(line!.detail).toMatchObject({ count: 3 })
})

test('who drops out meanwhile holds the batch up until taken out', async () => {
  const trainer = await aTrainer()
  const reviewer = await aReviewer()
  const { courseId, ids } = await passed(2, { hasNotice: false })
  await create(trainer, courseId)
  const [{ id, applicationId }] = await batchesOf(trainer, courseId)
  await site.services.db.update(participant).set({ isActive: false }).where(eq(participant.id, ids[0]!))
  const held = await decide(reviewer, applicationId)
  expect([held.code, held.msg]).toEqual([409, expect.stringContaining('已不在本班名册中。请退回批次，移出后重新提交')])
  await decide(reviewer, applicationId, 'return', '有人退出')
  const [{ version }] = await batchesOf(trainer, courseId)
  // Whom something stands against is taken out by the program.
  const again = await trainer.post('/staff/training/batch/submit', { id, version })
  expect(again.data).toMatchObject({ people: 1 })
  await decide(reviewer, applicationId)
  expect((await certificatesOf(ids)).map(({ participantId }) => participantId)).toEqual([ids[1]])
})

test('a batch that is turned down lets its people go', async () => {
  const trainer = await aTrainer()
  const { courseId } = await passed(2)
  await create(trainer, courseId)
  const [{ applicationId }] = await batchesOf(trainer, courseId)
  await decide(await aReviewer(), applicationId, 'reject', '本班没有备案')
  expect((await trainer.get('/staff/training/batch/candidates', { id: courseId })).data.ready).toBe(2)
  const [row] = await site.services.db.select().from(application).where(eq(application.id, applicationId))
  expect(row!.state).toBe('rejected')
})
