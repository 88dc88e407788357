import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import * as awarding from '#test/support/awarding.ts'
import { putFile, staffSession, staffWith } from '#test/support/make.ts'
import { awardWinner } from './server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

let desks: Awaited<ReturnType<typeof awarding.awardDesks>>
let cookie: { cookie: string }
let desk: ReturnType<typeof site.as>
beforeAll(async () => {
  desks = await awarding.awardDesks(site)
  cookie = await staffSession(site, await staffWith(site, ['awards']))
  desk = site.as(cookie)
})

type Query = Record<string, string | number>
const download = async (path: string, query: Query, headers: Record<string, string> = cookie) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return site.app.inject({ url: `/api${path}?${search}`, headers })
}

describe('what is asked of an award', { timeout: 90_000 }, () => {
  test('is of one entry and one file of it', async () => {
    const called = await awarding.openCall(site)
    const applicants = [await awarding.applicant(site), await awarding.applicant(site)]
    applicants[1]!.fileId = await putFile(site, applicants[1]!.token, '另一份.png')
    const entries = []
    for (const by of applicants)
      entries.push(await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer }))
    const [one, other] = entries.map(({ entryId }) => entryId) as [number, number]
    const judges = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
    const callId = called.call.id
    const { id } = await awarding.openRound(desks.awards, { callId, entryIds: [one, other], judges })
    const { api, token } = judges[0]!
    await api.post('/award/scoring/declare', { id })
    const read = async (entryId: number) => (await api.get('/award/scoring/entry', { id, entryId })).data
    const [ofOne, ofOther] = [await read(one), await read(other)]
    expect(ofOne.number).not.toBe(ofOther.number)
    const fileIdOf = (of: typeof ofOne) => of.files[0].files[0].id as number
    const open = async (query: Query) => {
      const given = { id, entryId: one, fileId: fileIdOf(ofOne), ...query }
      const response = await download('/award/scoring/file', given, { token })
      return response.headers['content-type'] === 'image/png' ? 'the file' : response.json().code
    }
    expect(await open({})).toBe('the file')
    expect(await open({ id: id + 1 })).toBe(404)
    expect(await open({ entryId: other })).toBe(404)
    expect(await open({ fileId: fileIdOf(ofOther) })).toBe(404)
  })

  test('is of one call, and of one group of it', async () => {
    const [called, empty] = [await awarding.openCall(site), await awarding.openCall(site)]
    const entries = []
    for (const groupCode of ['05', '05', '01']) {
      const by = await awarding.applicant(site)
      entries.push(
        await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer, form: { groupCode } }),
      )
    }
    const candidates = async (callId: number) =>
      (await desk.get('/staff/award/round/candidates', { callId })).data.map(
        ({ entryId }: { entryId: number }) => entryId,
      )
    expect((await candidates(called.call.id)).sort()).toEqual(entries.map(({ entryId }) => entryId).sort())
    expect(await candidates(empty.call.id)).toEqual([])
    const zipOf = async (query: object) => {
      const { rawPayload } = await download('/staff/award/entry/materials', { callId: called.call.id, ...query })
      return rawPayload.toString('latin1').split('PK\x03\x04').length - 1
    }
    const all = await zipOf({})
    expect(await zipOf({ group: '05' })).toBe((all * 2) / 3)
    expect(await zipOf({ group: '01' })).toBe(all / 3)
  })

  test('is of one round that is over, and why it was changed meanwhile is kept', async () => {
    const called = await awarding.openCall(site)
    const { rules } = called.call
    const ids: number[] = []
    for (const count of [2, 1]) {
      const entryIds: number[] = []
      for (let n = 0; n <= count; n++) {
        const by = await awarding.applicant(site)
        entryIds.push((await awarding.entryBeforeExperts(site, { by, called, reviewer: desks.reviewer })).entryId)
      }
      const judges = [await awarding.judge(site), await awarding.judge(site), await awarding.judge(site)]
      const of = await awarding.openRound(desks.awards, { callId: called.call.id, entryIds, judges })
      const kept = entryIds.slice(0, count)
      const unexplained = { ...of, entryIds: kept }
      expect((await desk.post('/staff/award/round/entries', unexplained)).code).toBe(400)
      const explained = { ...unexplained, reason: '申报人撤回' }
      expect((await desk.post('/staff/award/round/entries', explained)).code).toBe(200)
      for (const one of judges)
        for (const entryId of kept) await awarding.scoreEntry(one, of.id, entryId, { rules, total: 80 })
      const { version } = (await desk.get('/staff/award/round/detail', { id: of.id })).data
      expect((await desks.awards.post('/staff/award/round/close', { id: of.id, version })).msg).toBe('ok')
      ids.push(of.id)
    }
    const results = await Promise.all(
      ids.map(async id => (await desk.get('/staff/award/round/result', { id })).data.entries),
    )
    expect(results.map(({ length }) => length)).toEqual([2, 1])
    for (const path of ['result-export', 'record']) {
      const sizes = []
      for (const id of ids) sizes.push((await download(`/staff/award/round/${path}`, { id })).rawPayload.length)
      expect(sizes[0], path).toBeGreaterThan(sizes[1]! + 64)
    }
  })

  test('is of the winners of one award and one year', async () => {
    const names = ['赵一', '钱二', '孙三', '周四', '吴五', '郑六']
    const persons = names.map(name => ({ name, organisation: '示例省锅炉研究所', contribution: '研究' }))
    const [large, small] = [await awarding.wonEntry(site, desks, { persons }), await awarding.wonEntry(site, desks)]
    const year = large.call.year!
    const counted = async (query: Query) => {
      const zip = (await download('/staff/award-winner/zip', query)).rawPayload
      return zip.toString('latin1').split('PK\x03\x04').length - 1
    }
    const told = async (query: Query) => (await desk.get('/staff/award-winner/announcement', query)).data.title
    const [ofLarge, ofSmall] = [
      { kindId: large.kind.id, year },
      { kindId: small.kind.id, year },
    ]
    expect(await counted(ofLarge)).toBe(7)
    expect(await counted(ofSmall)).toBe(3)
    expect(await told(ofLarge)).toContain(large.kind.name)
    expect(await told(ofSmall)).toContain(small.kind.name)
    const before = { kindId: large.kind.id, year: year - 1 }
    await site.services.db.update(awardWinner).set(before).where(eq(awardWinner.kindId, small.kind.id))
    expect(await counted(ofLarge)).toBe(7)
    expect(await counted(before)).toBe(3)
    expect(await told(before)).toContain(`${year - 1} 年度`)
  })

  test('offers one’s own people, each with the post', async () => {
    const called = await awarding.openCall(site)
    const { api, accountId } = await awarding.applicant(site)
    const { db } = site.services
    const [{ organisationId }] = (await db.select().from(account).where(eq(account.id, accountId))) as [
      typeof account.$inferSelect,
    ]
    await db.insert(person).values({ name: '程总', organisationId, position: '总工程师' })
    const { people } = (await api.get('/award/getApply', { type: called.kind.code, year: called.call.year })).data
    expect(people).toMatchObject([{ name: '程总', position: '总工程师' }])
  })
})
