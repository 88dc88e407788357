import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { person } from '#modules/members/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  aReviewer,
  aTrainer,
  batchesOf,
  certificatesOf,
  create,
  decide,
  passed,
  setUpCertificateBatches,
} from '#test/setups/training/certificateBatches.ts'
import { participant } from '../server/tables.ts'

setUpCertificateBatches()
const db = () => site.services.db

const REASON = '编号规则中有“省份的两位代码”，这里没有：请在人员、单位或报名中补填所在地区，或修改编号规则'

const peopleOf = async (ids: number[]) =>
  db()
    .select({ id: participant.id, name: participant.name, personId: participant.personId })
    .from(participant)
    .where(inArray(participant.id, ids))
    .orderBy(participant.id)
const setProvince = (personId: number, provinceCode: string | null) =>
  db().update(person).set({ provinceCode }).where(eq(person.id, personId))

test('who has no province gets no number with zeros in it: left out when the batch is drawn up, with the reason', async () => {
  const trainer = await aTrainer()
  const { courseId, ids } = await passed(3, { hasNotice: false })
  const [first] = await peopleOf(ids)
  await setProvince(first!.personId!, null)
  const found = (await trainer.get('/staff/training/batch/candidates', { id: courseId })).data
  expect(found).toMatchObject({ total: 3, ready: 2, blocked: 1 })
  expect(found.list.find((row: { name: string }) => row.name === first!.name).problem).toBe(REASON)
  expect((await create(trainer, courseId)).data).toMatchObject({ people: 2 })
})

test('where the province is lost meanwhile, the reviewer reads so, the others get theirs, and the one is named', async () => {
  const trainer = await aTrainer()
  const { courseId, ids } = await passed(4, { hasNotice: false })
  expect((await create(trainer, courseId)).data).toMatchObject({ people: 4 })
  const [{ applicationId }] = await batchesOf(trainer, courseId)
  const people = await peopleOf(ids)
  for (const { personId } of people.slice(0, 2)) await setProvince(personId!, null)
  const reviewer = await aReviewer()
  const { aside } = (await reviewer.get('/staff/review/detail', { id: applicationId })).data
  for (const { name } of people.slice(0, 2))
    expect(aside[0].facts).toContainEqual({ label: name, text: REASON, isBad: true })

  expect((await decide(reviewer, applicationId)).data.status).toBe('approved')
  const issued = await certificatesOf(ids)
  expect(issued.map(({ participantId }) => participantId).sort()).toEqual(ids.slice(2).sort())
  for (const { of } of issued) expect(of.number).toMatch(/-32-\d{5}$/)
  const told = await db().select().from(message).where(eq(message.objectId, applicationId))
  const named = `“${people[0]!.name}”、“${people[1]!.name}”：${REASON}`
  expect(told.map(({ content }) => content).join()).toContain(`另有 2 人未签发，补正后可列入下一批：${named}`)
  // Both are candidates again; with a province they can be in the next batch.
  await setProvince(people[0]!.personId!, '110000')
  const { ready, blocked } = (await trainer.get('/staff/training/batch/candidates', { id: courseId })).data
  expect({ ready, blocked }).toEqual({ ready: 1, blocked: 1 })
})

test('where nobody can be numbered nothing is issued, and all are named', async () => {
  const trainer = await aTrainer()
  const { courseId, ids } = await passed(2, { hasNotice: false })
  await create(trainer, courseId)
  const [{ applicationId }] = await batchesOf(trainer, courseId)
  const people = await peopleOf(ids)
  for (const { personId } of people) await setProvince(personId!, null)
  const refused = await decide(await aReviewer(), applicationId)
  expect([refused.code, refused.msg]).toEqual([
    409,
    `批次中没有一人能编号：“${people[0]!.name}”、“${people[1]!.name}”：${REASON}。请补正后再通过，或退回批次`,
  ])
  expect(await certificatesOf(ids)).toEqual([])
})
