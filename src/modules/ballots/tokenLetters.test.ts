import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readCodes } from '#lib/server/documents/qr.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { closeEarly, detailOf, newVoters, openedBallot, pick, tokenSentTo } from '#test/support/balloting.ts'
import { asStaff, newAddress, staffSession, staffWith } from '#test/support/make.ts'
import { pagesOf } from '#test/support/pdfText.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { makeScratch } from '#test/support/tempDir.ts'
import { ballotVoter } from './server/tables.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
let staff: Staff
let headers: Record<string, string>
beforeEach(async () => {
  const userName = await staffWith(site, ['secretary'])
  staff = await asStaff(site, userName)
  headers = await staffSession(site, userName)
})

const answers = [pick('yes')]
/** The first has no phone. */
const withoutPhone = (n: number) => newVoters(n).map((voter, i) => (i === 0 ? { ...voter, mobile: '' } : voter))

async function votersOf(ballotId: number): Promise<Record<string, number>> {
  const { list } = (await staff.get('/staff/ballot/voters', { ballotId, pageSize: 100 })).data
  return Object.fromEntries(list.map(({ name, id }: { name: string; id: number }) => [name, id]))
}
async function give(id: number, ...voterIds: number[]) {
  const asked = await staff.post('/staff/ballot/letters', { id, voterIds })
  return asked.code === 202 ? agreeToLast(site) : asked
}
async function print(id: number): Promise<{ pages: string[]; tokens: string[] }> {
  const answer = await site.app.inject({ url: `/api/staff/ballot/lettersFile?id=${id}`, headers })
  if (!answer.headers['content-disposition']) throw new Error(answer.json().msg)
  const path = join(await makeScratch('letters'), 'letters.pdf')
  await writeFile(path, answer.rawPayload)
  const codes = await readCodes(path, 'application/pdf')
  const page = `${site.services.config.publicUrl}/vote#`
  return {
    pages: await pagesOf(answer.rawPayload),
    tokens: codes.map(code => (code.startsWith(page) ? code.slice(page.length) : code)),
  }
}
const enter = (token: string) => site.from(newAddress()).post('/ballot/enter', { token })
async function voteBy(token: string) {
  const { data } = await enter(token)
  return site.post('/ballot/vote', { pass: data.pass, answers })
}

describe('a printed token', () => {
  test('is a page of its own with a code, on the list against which it is given out, and votes once', async () => {
    const of = await openedBallot(site, staff, withoutPhone(3))
    const voters = await votersOf(of.id)
    expect((await give(of.id, voters.投票人1!, voters.投票人2!)).code).toBe(200)
    const { pages, tokens } = await print(of.id)
    expect(pages).toHaveLength(3)
    expect(pages.map(page => [page.includes('投票人1'), page.includes('投票人2')])).toEqual([
      [true, false],
      [false, true],
      [true, true],
    ])
    for (const [i, token] of tokens.entries()) expect(pages[i]).toContain(token)
    expect(pages[2]).not.toContain(tokens[0])
    expect((await voteBy(tokens[0]!)).code).toBe(200)
    expect((await voteBy(tokens[0]!)).code).toBe(200)
    expect(await detailOf(staff, of.id)).toMatchObject({ received: 1, letters: 1, roll: { online: 1 } })
    const { list } = (await staff.get('/staff/ballot/voters', { ballotId: of.id })).data
    const holders = list.filter(({ hasLetter }: { hasLetter: boolean }) => hasLetter)
    expect(holders.map(({ name }: { name: string }) => name)).toEqual(['投票人2'])
    // A jammed printer costs nothing: the same token comes again, and none of whoever has voted.
    const again = await print(of.id)
    expect(again.tokens).toEqual([tokens[1]])
  })

  test('that is given anew opens nothing in its first letter, and none of a text any more', async () => {
    const voters = withoutPhone(2)
    const of = await openedBallot(site, staff, voters)
    const ids = await votersOf(of.id)
    const texted = await tokenSentTo(site, voters[1]!.mobile)
    await give(of.id, ids.投票人1!, ids.投票人2!)
    const first = await print(of.id)
    expect(await enter(texted)).toMatchObject({ code: 404 })
    await give(of.id, ids.投票人1!)
    const second = await print(of.id)
    expect(second.tokens[0]).not.toBe(first.tokens[0])
    expect(second.tokens[1]).toBe(first.tokens[1])
    expect(await enter(first.tokens[0]!)).toMatchObject({ code: 404, msg: expect.stringContaining('最近') })
    expect((await voteBy(second.tokens[0]!)).code).toBe(200)
  })

  test('is left as it is by reminders, which go to the others', async () => {
    const voters = newVoters(2)
    const of = await openedBallot(site, staff, voters)
    const ids = await votersOf(of.id)
    await give(of.id, ids.投票人1!)
    const [token] = (await print(of.id)).tokens
    expect((await staff.post('/staff/ballot/remind', { id: of.id })).data).toEqual({ voters: 1 })
    expect((await voteBy(token!)).code).toBe(200)
  })

  test('and a paper slip are one or the other, at the very same moment too', async () => {
    const secret = { secrecy: 'secret', means: ['online', 'paper'] }
    const of = await openedBallot(site, staff, withoutPhone(1), secret)
    const { 投票人1: voterId } = await votersOf(of.id)
    await give(of.id, voterId!)
    const [token] = (await print(of.id)).tokens
    const slip = (isPaper: boolean) => staff.post('/staff/ballot/paper', { id: of.id, voterIds: [voterId], isPaper })
    const { pass } = (await enter(token!)).data
    const right = () => site.post('/ballot/right', { pass, rights: [{ envelope: blinded, vote: blinded }] })
    const blinded = Buffer.concat([Buffer.from([0]), Buffer.alloc(255, 7)]).toString('base64')
    await slip(true)
    expect(await right()).toMatchObject({ code: 409, msg: expect.stringContaining('纸质') })
    await slip(false)
    const [asked, marked] = await Promise.all([right(), slip(true)])
    expect([asked.code, marked.code].toSorted()).toEqual([200, 409])
    const { roll } = await detailOf(staff, of.id)
    expect(roll).toMatchObject({ online: asked.code === 200 ? 1 : 0, paper: marked.code === 200 ? 1 : 0 })
    // Whoever has taken part gets no letter any more.
    expect(await give(of.id, voterId!)).toMatchObject({ code: 409, msg: expect.stringContaining('已参加') })
  })

  test('is forgotten when the ballot is closed', async () => {
    const of = await openedBallot(site, staff, withoutPhone(1))
    const { 投票人1: voterId } = await votersOf(of.id)
    await give(of.id, voterId!)
    await closeEarly(staff, of.id)
    const [row] = await site.services.db.select().from(ballotVoter).where(eq(ballotVoter.id, voterId!))
    expect(row!.letterSealed).toBeNull()
    await expect(print(of.id)).rejects.toThrow('已截止')
  })

  test('is given to nobody where votes are on paper alone, to no stranger, and by no colleague without the permission', async () => {
    const paper = await openedBallot(site, staff, withoutPhone(1), { means: ['paper'] })
    const { 投票人1: onPaper } = await votersOf(paper.id)
    expect(await give(paper.id, onPaper!)).toMatchObject({ code: 409 })
    const of = await openedBallot(site, staff, withoutPhone(1))
    expect(await give(of.id, onPaper!)).toMatchObject({ code: 400 })
    const writer = await asStaff(site, await staffWith(site, ['writer']))
    expect((await writer.post('/staff/ballot/letters', { id: of.id, voterIds: [1] })).code).toBe(403)
  })
})
