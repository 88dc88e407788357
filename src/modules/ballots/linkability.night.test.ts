import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withoutQuery } from '#lib/server/http/requestLog.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  castSecretly,
  closeEarly,
  detailOf,
  election,
  newVoters,
  openedBallot,
  openWith,
  pick,
} from '#test/support/balloting.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { makeApp } from '../../app.ts'
import { rewriteEnvelopes } from './server/rewriting.ts'

setUpSite({ demo: true })

const VOTERS = 60
type Row = Record<string, unknown>
type Dump = Map<string, Row[]>

/** Everything that a dump of the database holds, and what only its files hold: where rows lie, and who wrote them. */
async function takeDatabase(): Promise<Dump> {
  const { db } = site.services
  const tables = await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`)
  const dump: Dump = new Map()
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await db.execute(
      sql`select ctid::text as "#ctid", xmin::text as "#xmin", t.* from ${sql.identifier(name)} t order by ctid`,
    )
    dump.set(name, rows as Row[])
  }
  return dump
}

/** All texts of a row, also within JSON; short ones are nobody's. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length >= 12 ? [value] : []
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([key, part]) => (key.startsWith('#') ? [] : textsIn(part)))
}

/** The directory of the database, as whoever steals its disk, or a copy of its files, has it. */
const dataDirectory = async () =>
  String((await site.services.db.execute(sql`show data_directory`)).rows[0]!.data_directory)

/** The write-ahead log, as an archive of it has it: each file up to what was written. */
async function takeWal(): Promise<Buffer> {
  await site.services.db.execute(sql`select pg_switch_wal()`)
  const folder = join(await dataDirectory(), 'pg_wal')
  const names = (await readdir(folder)).filter(name => /^[0-9A-F]{24}$/.test(name)).sort()
  return Buffer.concat(await Promise.all(names.map(name => readFile(join(folder, name)))))
}

/** The file of a table, as a backup of the files copies it. */
async function takeFile(table: string): Promise<Buffer> {
  const { db } = site.services
  await db.execute(sql`checkpoint`)
  const { rows } = await db.execute(sql`select pg_relation_filepath(${table}::regclass) as path`)
  return readFile(join(await dataDirectory(), String(rows[0]!.path)))
}

/** Places of a text among bytes. */
function placesOf(bytes: Buffer, text: string): number[] {
  const places = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}

/** These texts in the order in which they first stand among bytes. */
const inOrderOf = (bytes: Buffer, texts: readonly string[]) =>
  texts.toSorted((one, other) => bytes.indexOf(one) - bytes.indexOf(other))

const PAGE_BYTES = 8192

/** These texts in the order in which their rows were first put into a file: a page is filled from its end. */
function inOrderOfFile(bytes: Buffer, texts: readonly string[]): string[] {
  const rankOf = (at: number) => Math.floor(at / PAGE_BYTES) * PAGE_BYTES + (PAGE_BYTES - 1 - (at % PAGE_BYTES))
  const firstOf = new Map(texts.map(text => [text, Math.min(...placesOf(bytes, text).map(rankOf))]))
  return texts.toSorted((one, other) => firstOf.get(one)! - firstOf.get(other)!)
}

/** Spearman's coefficient of two orders of the same things: 1 the same, 0 none of the other, -1 reversed. */
function correlation(one: readonly string[], other: readonly string[]): number {
  const n = one.length
  const places = new Map(other.map((name, i) => [name, i]))
  const squares = one.reduce((sum, name, i) => sum + (i - places.get(name)!) ** 2, 0)
  return 1 - (6 * squares) / (n * (n ** 2 - 1))
}
/** Of 60 in random order, fewer than one in 100,000 reaches this. */
const NO_ORDER = 0.6
/** No doubt about the order. */
const IN_ORDER = 0.8

/**
 * Sixty people vote one after the other, each with a name of their own written in: the truth is known. Then the whole
 * database, with the places and transactions of its rows, the log and the audit log are searched for what leads from a
 * voter to a vote.
 */
test('nothing that the server keeps leads from a voter to a vote', async () => {
  const lines: string[] = []
  const out = new PassThrough().on('data', line => lines.push(String(line)))
  const logging = makeApp(site.services, {
    logger: { level: 'trace', stream: out, serializers: { req: withoutQuery } },
  })
  const quiet = { as: site.as, from: site.from }
  // What the phones send goes through a server that logs everything.
  const call = (headers: Record<string, string>, remoteAddress: string) => {
    const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const response = await logging.inject({ method, url: `/api${path}`, payload, headers, remoteAddress })
      return { status: response.statusCode, ...response.json() }
    }
    return {
      get: (path: string) => send('GET', path),
      post: (path: string, body: object) => send('POST', path, body),
      download: quiet.from(remoteAddress).download,
    }
  }
  const logged = {
    ...site,
    from: (address: string) => call({ 'sec-fetch-site': 'same-origin' }, address),
  } as typeof site

  const staff = await asStaff(site, await staffWith(site, ['secretary']))
  const voters = newVoters(VOTERS)
  const of = await openedBallot(site, staff, voters, { secrecy: 'secret', questions: [election] })
  const truth: { voter: string; name: string; receipt: string }[] = []
  for (const [i, { name: voter, mobile }] of voters.entries()) {
    const name = `另写${String.fromCodePoint(0x4e00 + i)}`
    const [receipt] = await castSecretly(logged, mobile, [{ ...pick(), names: [name] }])
    truth.push({ voter, name, receipt: receipt! })
  }
  // Other ballots of the demo association are none of this one's.
  const takeOwn = async () => {
    const dump = await takeDatabase()
    for (const table of ['ballot_envelope', 'ballot_vote'])
      dump.set(
        table,
        dump.get(table)!.filter(row => row.ballot_id === of.id),
      )
    return dump
  }
  const during = await takeOwn()
  await closeEarly(staff, of.id)
  const { votes, spoiled } = await openWith(staff, of.id, of.shares.slice(0, 2))
  const { version } = await detailOf(staff, of.id)
  expect((await staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled, groups: {} })).code).toBe(200)
  const after = await takeOwn()
  out.end()
  await logging.close()

  const inOrderOfVoting = truth.map(({ receipt }) => receipt)
  const receiptsOf = (dump: Dump) => dump.get('ballot_envelope')!.map(({ receipt }) => String(receipt))
  const namesIn = (row: Row) => (row.answers as { names: string[] }[])[0]!.names[0]!
  const voteRows = after.get('ballot_vote')!

  // The attack works: in a backup taken while people vote, envelopes lie in the order in which they came, but for a few that
  // fill what an older ballot left free.
  expect(correlation(receiptsOf(during), inOrderOfVoting)).toBeGreaterThan(IN_ORDER)
  // But what is in them is nowhere then, and nobody could have opened them.
  const whole = JSON.stringify([...during.values()])
  expect(truth.filter(({ name }) => whole.includes(name))).toEqual([])
  expect(during.get('ballot_vote')).toEqual([])

  // By order: after the close neither list is in the order of voting, nor the one in that of the other.
  const nameOf = new Map(truth.map(({ receipt, name }) => [receipt, name]))
  const votesInPlace = voteRows.map(namesIn)
  const envelopesInPlace = receiptsOf(after).map(receipt => nameOf.get(receipt)!)
  const inOrder = truth.map(({ name }) => name)
  expect(Math.abs(correlation(votesInPlace, inOrder))).toBeLessThan(NO_ORDER)
  expect(Math.abs(correlation(envelopesInPlace, inOrder))).toBeLessThan(NO_ORDER)
  expect(Math.abs(correlation(votesInPlace, envelopesInPlace))).toBeLessThan(NO_ORDER)

  // By transaction: all votes were written in one, and so were the envelopes; and while people voted, no transaction wrote
  // both an envelope and anything else.
  expect(new Set(voteRows.map(row => row['#xmin'])).size).toBe(1)
  expect(new Set(after.get('ballot_envelope')!.map(row => row['#xmin'])).size).toBe(1)
  const casting = new Set(during.get('ballot_envelope')!.map(row => row['#xmin']))
  expect(casting.size).toBe(VOTERS)
  for (const [table, rows] of during)
    if (table !== 'ballot_envelope')
      expect(
        rows.filter(row => casting.has(row['#xmin'])),
        table,
      ).toEqual([])

  // By size.
  expect(new Set(after.get('ballot_envelope')!.map(({ sealed }) => String(sealed).length)).size).toBe(1)

  // By number or time: neither list has a sequence, a default or a column of that type.
  const columns = await site.services.db.execute(sql`
    select column_name as name, data_type as type, column_default as given, is_identity as serial
    from information_schema.columns where table_name in ('ballot_envelope', 'ballot_vote')`)
  for (const { type, given, serial } of columns.rows) {
    expect(type).toMatch(/^(text|integer|jsonb)$/)
    expect([given, serial]).toEqual([null, 'NO'])
  }

  // By value: no text of a vote, nor a hash of one, is in any other row, and none of an envelope beside a voter.
  const hashes = (text: string) =>
    ['hex', 'base64'].map(form =>
      createHash('sha256')
        .update(text)
        .digest(form as 'hex'),
    )
  const ofVotes = new Set(voteRows.flatMap(textsIn).flatMap(text => [text, ...hashes(text)]))
  const ofEnvelopes = new Set(
    after
      .get('ballot_envelope')!
      .flatMap(textsIn)
      .flatMap(text => [text, ...hashes(text)]),
  )
  const shared: string[] = []
  for (const [table, rows] of after) {
    if (table === 'ballot_vote') continue
    const texts = rows.flatMap(textsIn)
    shared.push(...texts.filter(text => ofVotes.has(text)).map(() => `${table} shares a text with a vote`))
    if (table !== 'ballot_envelope')
      shared.push(...texts.filter(text => ofEnvelopes.has(text)).map(() => `${table} shares a text with an envelope`))
  }
  expect(shared).toEqual([])

  // By the log: whoever hands in an envelope has no address in it, and nothing of an envelope, a vote or a pass is written.
  const log = lines.join('')
  const castLines = lines.map(line => JSON.parse(line)).filter(({ req }) => req?.path === '/api/ballot/cast')
  expect(castLines).toHaveLength(VOTERS)
  for (const { req } of castLines) expect(req).toEqual({ method: 'POST', path: '/api/ballot/cast' })
  for (const text of [...ofVotes, ...ofEnvelopes]) expect(log).not.toContain(text)
  for (const { voter, name } of truth) expect(log.includes(voter) || log.includes(name)).toBe(false)

  // By the audit log: it has no line of any vote.
  const actions = new Set(
    after
      .get('audit_event')!
      .filter(row => row.object_type === 'ballot' && row.object_id === of.id)
      .map(row => row.action),
  )
  expect([...actions].toSorted()).toEqual(
    ['ballot.add', 'ballot.close', 'ballot.count', 'ballot.open', 'ballot.roll', 'ballot.tellers'].toSorted(),
  )
}, 240_000)

const WAL_VOTERS = 40

/**
 * Whoever has the disk has more than a dump: the write-ahead log, and rows that were deleted and still lie in the files. What
 * both show of envelopes is said in docs/decisions/secret-ballots.md; of votes they show no more than a dump.
 */
test('the write-ahead log and copies of the files lead to envelopes by their order, and from there to no vote', async () => {
  const staff = await asStaff(site, await staffWith(site, ['secretary']))
  const voters = newVoters(WAL_VOTERS)
  const of = await openedBallot(site, staff, voters, { secrecy: 'secret', questions: [election] })
  const truth: { name: string; receipt: string }[] = []
  for (const [i, { mobile }] of voters.entries()) {
    const name = `日志${String.fromCodePoint(0x5100 + i)}`
    const [receipt] = await castSecretly(site, mobile, [{ ...pick(), names: [name] }])
    truth.push({ name, receipt: receipt! })
  }
  const receipts = truth.map(({ receipt }) => receipt)
  const names = truth.map(({ name }) => name)
  const open = await takeWal()
  // The attack works: the log has the envelopes in the order in which they came, and nothing of what is in them.
  expect(inOrderOf(open, receipts)).toEqual(receipts)
  for (const name of names) expect(open.includes(name), name).toBe(false)

  await closeEarly(staff, of.id)
  // It works once more: deleted rows lie in the file as they came, beside those that were written anew.
  const closed = await takeFile('ballot_envelope')
  expect(correlation(inOrderOfFile(closed, receipts), receipts)).toBeGreaterThan(IN_ORDER)
  const { votes, spoiled } = await openWith(staff, of.id, of.shares.slice(0, 2))
  const { version } = await detailOf(staff, of.id)
  expect((await staff.post('/staff/ballot/count', { id: of.id, version, votes, spoiled, groups: {} })).code).toBe(200)
  await rewriteEnvelopes(site.ctx())

  // A backup of the files after the night: each envelope once, in an order of its own.
  const rewritten = await takeFile('ballot_envelope')
  for (const receipt of receipts) expect(placesOf(rewritten, receipt), receipt).toHaveLength(1)
  expect(Math.abs(correlation(inOrderOfFile(rewritten, receipts), receipts))).toBeLessThan(NO_ORDER)

  // The log of the count: votes come after all envelopes, in an order that is neither that of voting nor that of envelopes.
  const whole = await takeWal()
  const written = inOrderOf(whole, names)
  const nameOf = new Map(truth.map(({ receipt, name }) => [receipt, name]))
  const envelopesInFile = inOrderOfFile(rewritten, receipts).map(receipt => nameOf.get(receipt)!)
  expect(Math.abs(correlation(written, names))).toBeLessThan(NO_ORDER)
  expect(Math.abs(correlation(written, envelopesInFile))).toBeLessThan(NO_ORDER)
  const lastCast = Math.max(...receipts.map(receipt => whole.indexOf(receipt)))
  for (const name of names) expect(whole.indexOf(name), name).toBeGreaterThan(lastCast)
  // And in no record of the log, nor anywhere within a page of it, stands an envelope beside a vote.
  for (const { name, receipt } of truth)
    for (const at of placesOf(whole, name))
      for (const place of placesOf(whole, receipt)) expect(Math.abs(at - place)).toBeGreaterThan(SAME_RECORD)
}, 240_000)

/** Bytes within which two texts of one row stand in the log. */
const SAME_RECORD = 2_000
