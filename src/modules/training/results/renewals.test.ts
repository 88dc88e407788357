import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { onCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  aReviewer,
  aTrainer,
  batchesOf,
  certificatesOf,
  create,
  decide,
  lastOf,
  passed,
  SERIES,
  setUpCertificateBatches,
} from '#test/setups/training/certificateBatches.ts'
import { newAddress } from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { participant } from '../server/tables.ts'

setUpCertificateBatches()

describe('a renewal', () => {
  const today = dayOf(new Date())
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
    const trainer = await aTrainer()
    await create(trainer, courseId)
    const [{ id, applicationId }] = await batchesOf(trainer, courseId)
    const { list } = (await trainer.get('/staff/training/batch/people', { id })).data
    expect(list).toMatchObject([{ id: ids[0], renews: held[0]!.number }])
    await decide(await aReviewer(), applicationId)
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
      `原证书 ${held[0]!.number} 现为“已暂停”，不能换证`,
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
    onCertificateChange(async (_, certificateIds) => {
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

  test('many at once, while others are answered', async () => {
    const people = dayOrNight(250, 1000)
    const { courseId, ids } = await passed(people, { hasNotice: false }, { each: 50 })
    const trainer = await aTrainer()
    expect((await create(trainer, courseId)).data).toMatchObject({ people })
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
      Array.from({ length: people }, (_, n) => before + n + 1),
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
    expect(n).toBe(people)
  }, 60_000)
})
