import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  aReviewer,
  aTrainer,
  batchesOf,
  certificatesOf,
  create,
  decide,
  lastOf,
  nightAfter,
  noticeOf,
  passed,
  SERIES,
  setUpCertificateBatches,
} from '#test/setups/training/certificateBatches.ts'
import { asStaff, newAddress, signUpComplete, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { participant, registration } from '../server/tables.ts'

setUpCertificateBatches()

describe('from a pass to a certificate', () => {
  test('a batch is drawn up, passed by somebody else, hangs out for five working days, and is issued by the calendar', async () => {
    const trainer = await aTrainer()
    const { courseId, ids } = await passed(3)
    const found = (await trainer.get('/staff/training/batch/candidates', { id: courseId })).data
    expect(found).toMatchObject({ total: 3, ready: 3, blocked: 0 })
    const made = await create(trainer, courseId, { leftOut: [{ participantId: ids[2], reason: '材料待核实' }] })
    expect(made.data).toMatchObject({ people: 2, state: 'submitted', number: expect.stringMatching(/^FZ\d{4}-\d{6}$/) })
    // People left out can go into the next batch.
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
    const [hanging] = await batchesOf(trainer, courseId)
    expect(hanging.notice).toEqual({ id: notice.id, until: notice.toDay, isHeld: false })
    const { figures } = (await trainer.get('/staff/training/results', { id: courseId })).data
    expect(figures).toMatchObject({ inBatch: 2, certified: 0, certifiable: 1 })
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
    // The company that signed them up reads the numbers, and where each is checked.
    const company = await signUpComplete(site)
    const [own] = await site.services.db.select().from(account).where(eq(account.id, company.accountId))
    const whose = { organisationId: own!.organisationId }
    await site.services.db.update(registration).set(whose).where(eq(registration.id, first!.registrationId))
    const { results } = (await company.api.get('/training/v2/detail', { id: first!.registrationId })).data
    const { number, token } = issued[0]!.of
    expect(results[0]).toMatchObject({
      name: first!.name,
      ticketNo: first!.ticketNumber,
      certNo: number,
      verifyUrl: `http://site.test/admin/verify?token=${token}`,
    })
    const [line] = await batchesOf(trainer, courseId)
    expect(line).toMatchObject({ state: 'approved', people: 2, issuedAt: expect.any(String) })
    const after = (await trainer.get('/staff/training/results', { id: courseId })).data.figures
    expect(after).toMatchObject({ certified: 2 })
    const people = (await trainer.get('/staff/training/batch/people', { id: batch.id })).data
    expect(people).toMatchObject({ total: 2, pages: 1, pageNum: 1, pageSize: 10 })
    expect(people.list[0]).toEqual({
      id: ids[0],
      name: first!.name,
      organisationName: '常州第一锅炉清洗公司',
      ticketNumber: first!.ticketNumber,
      levelName: '',
      resultName: '合格',
      renews: '',
      certificateId: issued[0]!.of.id,
      certificateNumber: issued[0]!.of.number,
    })
    const { list: scores } = (await trainer.get('/staff/training/scores', { id: courseId })).data
    expect(scores[0]).toMatchObject({ id: ids[0], certificateNumber: issued[0]!.of.number })
    expect((await textsTo(site, '13900000903'))[0]).toContain(issued[0]!.of.number)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'certificate.issue'))
      .orderBy(auditEvent.id)
    expect(lines.map(({ objectName }) => objectName)).toEqual(expect.arrayContaining(issued.map(({ of }) => of.number)))

    // Anybody can check the certificate by number or QR code.
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
    // Without consent a certificate is registered but not published.
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
  await withTempDir(inject('dataDir'), async scratch => {
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
