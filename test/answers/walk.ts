import { createHash, randomBytes } from 'node:crypto'
import { asc } from 'drizzle-orm'
import type { Endpoint, Key } from '../../src/lib/contract.ts'
import { hashToken } from '../../src/modules/accounts/server/sessions.ts'
import { account, session } from '../../src/modules/accounts/server/tables.ts'
import type { Site } from '../support/app.ts'
import { documentSummary } from './record.ts'
import { Schema } from './shape.ts'

type Given = Record<string, string>
type Caller = { name: string; headers: Record<string, string> }
type Answer = { ok: boolean; data: unknown; digest: string }

/** Findings for one call: how often it was sent and answered, and which parameters made a difference. */
export class Found {
  readonly mattered = new Set<string>()
  readonly #named: Map<string, string[]>
  asked = 0
  answered = 0

  readonly key: Key
  readonly endpoint: Endpoint

  constructor(key: Key, endpoint: Endpoint) {
    this.key = key
    this.endpoint = endpoint
    this.#named = new Schema(endpoint.input, 'input').parameters()
  }

  parameters = () => [...this.#named.keys()]
  /** The values that its schema names. */
  named = (parameter: string) => this.#named.get(parameter)!
  idle = () => this.parameters().filter(name => !this.mattered.has(name))
  isDone = () => this.answered > 0 && this.idle().length === 0
}

/** Maximum requests per call in each round; the second round uses values from the answers of the first. */
const MAX_REQUESTS_PER_ROUND = [150, 60]

/** Asks every call that reads, as everybody who may, with whatever the answers so far hold; a fault of ours ends it. */
export async function walk(site: Site, calls: readonly [Key, Endpoint][]): Promise<Found[]> {
  const founds = calls.map(([key, endpoint]) => new Found(key, endpoint))
  const callers = await callersOf(site)
  const pool = new Pool()
  for (const patience of MAX_REQUESTS_PER_ROUND)
    for (const found of founds) if (!found.isDone()) await explore(site, found, callers(found.endpoint), pool, patience)
  return founds
}

async function explore(site: Site, found: Found, callers: readonly Caller[], pool: Pool, patience: number) {
  const { key, endpoint } = found
  const until = found.asked + patience
  const ask = async (by: Caller, given: Given) => {
    const answer = await send(site, key, by, given)
    found.asked++
    if (!answer.ok) return answer
    found.answered++
    pool.add(key, answer.data)
    return answer
  }
  const example = textsOf(endpoint.example ?? {})
  for (const by of callers) {
    const ids = found
      .parameters()
      .filter(name => /id$/i.test(name))
      .flatMap(name => pool.valuesFor(key, name, []).map(value => ({ [name]: value })))
    const left = Math.max(0, until - found.asked)
    const base = await firstAnswered(ask, by, [{}, example, ...ids].slice(0, left))
    if (!base) continue
    for (const { name, questions } of quickestFirst(found, pool))
      for (const { besides, value } of questions) {
        if (found.asked > until) return
        const start = besides ? await ask(by, { ...base.given, ...besides }) : base
        const { ok, digest } = await ask(by, { ...base.given, ...besides, [name]: value })
        if (ok ? digest !== start.digest : base.given[name] !== undefined) found.mattered.add(name)
        if (found.mattered.has(name)) break
      }
    if (found.isDone() || found.asked > until) return
  }
}

/** A parameter with many values must not use up the patience that one with few would have needed. */
const quickestFirst = (found: Found, pool: Pool) =>
  found
    .idle()
    .map(name => ({ name, questions: pool.questions(found.key, name, found.named(name)) }))
    .sort((a, b) => a.questions.length - b.questions.length)

/** The first question that is answered. */
async function firstAnswered(ask: (by: Caller, given: Given) => Promise<Answer>, by: Caller, questions: Given[]) {
  for (const given of questions) {
    const { ok, digest } = await ask(by, given)
    if (ok) return { given, digest }
  }
  return undefined
}

/** Values by the name of the field that held them, and ids by the list that showed them. */
class Pool {
  readonly #named = new Map<string, Set<string>>()
  readonly #ids = new Map<string, Set<string>>()

  add(key: Key, answer: unknown) {
    const walk = (of: unknown, name: string) => {
      if (Array.isArray(of)) for (const one of of) walk(one, name)
      else if (of !== null && typeof of === 'object') for (const [inner, one] of Object.entries(of)) walk(one, inner)
      else if (of !== null && of !== undefined && of !== '') {
        put(this.#named, name, String(of))
        if (name === 'id') put(this.#ids, placeOf(key), String(of))
      }
    }
    walk(answer, '')
  }

  /** Values to try for a parameter, with the other parameters that they need. */
  questions(key: Key, name: string, named: string[]): { besides?: Given; value: string }[] {
    if (name === 'pageNum') return [{ besides: { pageSize: '1' }, value: '2' }]
    return this.valuesFor(key, name, named).map(value => ({ value }))
  }

  valuesFor(key: Key, name: string, named: string[]): string[] {
    const some = (values: Iterable<string> | undefined) => spread([...(values ?? [])], 12)
    if (name === 'id') return [...some(this.#ids.get(placeOf(key))), ...some(this.#named.get('id'))]
    if (name === 'pageSize') return ['1', '2']
    return [...new Set([...named, ...this.#likely(name), ...some(this.#named.get(name))])]
  }

  /** Values for search texts, dates, and parameters whose names differ from the field that shows them. */
  #likely(name: string): string[] {
    const of = (...names: string[]) => names.flatMap(one => [...(this.#named.get(one) ?? [])])
    if (/^(key|keyword|q|text|words?|name|organisation)$/.test(name))
      return [
        UNKNOWN_NAME,
        ...spread(of('name', 'title', 'number', 'holderName'), 8).flatMap(text => [text.slice(0, 4), text]),
      ]
    if (/(from|to|day|since|until|on|date)$/i.test(name))
      return [
        ...LONG_AGO_AND_FAR_AHEAD,
        ...spread(
          of('date', 'day', 'createdAt', 'publishedAt', 'on', 'at', 'createTime').map(text => text.slice(0, 10)),
          6,
        ),
      ]
    if (/year$/i.test(name)) return ['2024', '2025', '2026']
    if (/month$/i.test(name)) return ['2026-10', '2026-11', '2025-12']
    if (/Id$/.test(name)) return of(name.replace(/Id$/, ''), 'id')
    if (/Code$/.test(name)) return of(name.replace(/Code$/, ''), 'code')
    return of('code', 'value')
  }
}

/** A name that nothing has; dates that match everything or nothing. */
const UNKNOWN_NAME = '没有这样的名称'
const LONG_AGO_AND_FAR_AHEAD = ['2000-01-01', '2099-12-31']

/** `GET /staff/meeting/detail` and `GET /staff/meeting/list` are about the same. */
const placeOf = (key: Key) => key.split(' ')[1]!.split('/').slice(0, -1).join('/')

function put(map: Map<string, Set<string>>, name: string, value: string) {
  const values = map.get(name) ?? new Set()
  if (values.size < 400) map.set(name, values.add(value))
}

/** Returns about `n` values spread over the list. */
const spread = (values: string[], n: number) => values.filter((_, i) => i % Math.ceil(values.length / n) === 0)

const textsOf = (of: Record<string, unknown>): Given =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))

async function send(site: Site, key: Key, by: Caller, given: Given): Promise<Answer> {
  const rest = { ...given }
  const path = key.split(' ')[1]!.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] ?? '1'
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = `/api${path}?${new URLSearchParams(rest)}`
  const response = await site.app.inject({ url, headers: { ...by.headers, 'sec-fetch-site': 'same-origin' } })
  if (response.statusCode >= 500) throw new Error(`${key} ${url}: ${response.statusCode} ${response.body}`)
  if (!String(response.headers['content-type']).startsWith('application/json'))
    return { ok: response.statusCode < 300, data: undefined, digest: String(documentSummary(response.rawPayload)) }
  const digest = createHash('sha1').update(response.rawPayload).digest('hex')
  const { code, data } = response.json()
  return { ok: code === 200, data, digest }
}

/** Signs in every account of the demo association. */
async function callersOf(site: Site) {
  const { db } = site.services
  await db.update(account).set({ totpSince: new Date() })
  const people = await db.select().from(account).orderBy(asc(account.id))
  const callers = await Promise.all(
    people.map(async ({ id, kind, userName }) => {
      const token = randomBytes(32).toString('base64url')
      await db.insert(session).values({ tokenHash: hashToken(token), accountId: id, confirmedAt: new Date() })
      const headers: Record<string, string> = kind === 'staff' ? { cookie: `staff=${token}` } : { token }
      return { name: userName, kind, headers }
    }),
  )
  const anonymous = { name: 'anybody', headers: { token: 'anonymous' } }
  const members = callers.filter(({ kind }) => kind !== 'staff')
  const staff = callers.filter(({ kind }) => kind === 'staff')
  staff.sort((a, b) => Number(b.name === 'admin') - Number(a.name === 'admin'))
  return ({ who, cached }: Endpoint): Caller[] => {
    if (who.startsWith('staff')) return staff
    if (who === 'anyone') return cached ? [anonymous] : [anonymous, ...members.slice(0, 3)]
    return [...members, ...(who === 'signedIn' ? staff : [])]
  }
}
