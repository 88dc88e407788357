import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  aReviewer,
  aTrainer,
  batchesOf,
  certificatesOf,
  create,
  decide,
  nightAfter,
  noticeOf,
  passed,
  setUpCertificateBatches,
} from '#test/setups/training/certificateBatches.ts'
import { asStaff, codeFor, newAddress, newPhone, staffWith } from '#test/support/make.ts'
import { participant } from '../server/tables.ts'

setUpCertificateBatches()

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
