import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { person } from '#modules/members/server/tables.ts'
import { ticketsPdf } from '#modules/training/running/server/tickets.ts'
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
import { makeTickets } from '#test/setups/training/runningCourses.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { drawnTextOf } from '#test/support/drawnText.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { participant } from '../server/tables.ts'

setUpCertificateBatches()
const db = () => site.services.db

/** Of extensions E, E, B, G and G: none of them is in the basic plane, nor in the main font. */
const RARE = ['王𬒈', '李𬭎', '赵𠮷', '周𰻞', '吴𱍊']
/** Of extension I, of Unicode 15.1, which no font of ours has. */
const UNKNOWN = '郑\u{2ebf0}'

test('a class of 80 with five rare names gets all of its tickets', async () => {
  const { id } = await startClass(site)
  await seatPeople(site, id, [...RARE.map(name => ({ name })), ...Array.from({ length: 75 }, () => ({}))])
  expect((await makeTickets(await aTrainer(), id)).msg).toBe('ok')
  const text = await drawnTextOf(await ticketsPdf(site.ctx(), { courseId: id }))
  for (const name of RARE) expect(text).toContain(name)
  expect(text.match(/二维码只用于报到/g)).toHaveLength(80)
  expect(text).not.toContain('未能印出')
})

test('who has a sign that no font has is named with it, and the others get their tickets', async () => {
  const { id } = await startClass(site)
  const { people } = await seatPeople(site, id, [{ name: UNKNOWN }, { name: '赵𠮷' }, {}])
  expect((await makeTickets(await aTrainer(), id)).msg).toBe('ok')
  const text = await drawnTextOf(await ticketsPdf(site.ctx(), { courseId: id }))
  expect(text.match(/二维码只用于报到/g)).toHaveLength(2)
  const [row] = await db().select().from(participant).where(eq(participant.id, people[0]!))
  const { ticketNumber } = row!
  expect(text).toContain('未能印出的准考证：1人')
  expect(text).toContain(`${ticketNumber}郑〔U+2EBF0〕`)
  await expect(ticketsPdf(site.ctx(), { participantId: people[0]! })).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining(`${ticketNumber} ${UNKNOWN}：字体中没有「\u{2ebf0}」（U+2EBF0）`),
  })
})

test('a batch with five rare names and one that no font has gives all other certificates, and names the one', {
  timeout: 240_000,
}, async () => {
  const size = dayOrNight(12, 80)
  const trainer = await aTrainer()
  const { courseId, ids } = await passed(size, { hasNotice: false })
  for (const [i, name] of [...RARE, UNKNOWN].entries()) {
    const [row] = await db().update(participant).set({ name }).where(eq(participant.id, ids[i]!)).returning()
    await db().update(person).set({ name }).where(eq(person.id, row!.personId!))
  }
  expect((await create(trainer, courseId)).code).toBe(200)
  const [{ id, applicationId }] = await batchesOf(trainer, courseId)
  expect((await decide(await aReviewer(), applicationId)).code).toBe(200)
  const issued = await certificatesOf(ids)
  expect(issued).toHaveLength(size)
  const headers = await staffSession(site, await staffWith(site, ['trainer']))
  const { rawPayload } = await site.app.inject({ url: `/api/staff/training/batch/zip?id=${id}`, headers })
  await withTempDir(inject('dataDir'), async scratch => {
    const path = join(scratch, 'all.zip')
    await writeFile(path, rawPayload)
    const parts = await partsOf(path)
    const papers = parts.filter(({ name }) => name.endsWith('.pdf'))
    expect(papers).toHaveLength(size - 1)
    for (const name of RARE) {
      const paper = papers.find(part => part.name.endsWith(` ${name}.pdf`))!
      expect(await drawnTextOf(await buffer(await openPart(path, paper)))).toContain(name)
    }
    const missing = parts.filter(({ name }) => name.endsWith('.txt'))
    expect(missing.map(({ name }) => name)).toEqual(['未能生成的证书（1 张）.txt'])
    const { number } = issued.find(({ of }) => of.holderName === UNKNOWN)!.of
    const words = (await buffer(await openPart(path, missing[0]!))).toString()
    expect(words).toContain(`证书 ${number}（${UNKNOWN}）：字体中没有「\u{2ebf0}」（U+2EBF0）`)
  })
})
