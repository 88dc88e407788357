import { type SQL, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { call } from '../src/app.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { isRefusal } from '../src/lib/error.ts'
import { poolOf } from '../src/lib/server/database/db.ts'
import { listen } from '../src/lib/server/database/listen.ts'
import { collectReads } from '../src/lib/server/database/reads.ts'
import { rememberAnswers } from '../src/lib/server/pages/rememberAnswers.ts'
import { setUpSite, site } from './setups/site.ts'

setUpSite({ demo: true })

const keptCalls = (Object.entries(contract) as [Key, Endpoint][]).filter(([, { cached }]) => cached)

/** Read by kept answers, and yet no change of it is told, with the reason. */
const SILENT: Record<string, string> = {
  pg_class: 'how long a table is: rows that come or go are told as a change of the table',
  article_views: 'counts of readers may be some minutes old',
  application: 'so may the usual days of a kind',
  application_event: 'so may the usual days of a kind',
  qualification_case: 'so may the usual days of a kind',
}

/** Tables whose changes are announced as changes of another table. */
const TOLD_AS: Record<string, string> = { article_file: 'article' }

/** Inputs that are answered, of calls whose example is not of the demo association. */
const INPUTS: { [K in Key]?: object } = {}

/** Tables that PostgreSQL reads for a statement. */
async function tablesOf(statement: string): Promise<string[]> {
  const client = await poolOf(site.services.db).connect()
  try {
    const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`)
    return [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name!)
  } finally {
    client.release()
  }
}

test('a kept answer knows each table that it was made from, and each of these tells of its changes', async () => {
  const { rows } = await site.services.db.execute<{ name: string }>(
    sql`select distinct event_object_table as name from information_schema.triggers where trigger_name like 'content_changed%'`,
  )
  const telling = new Set(rows.map(({ name }) => name))
  const pool = poolOf(site.services.db)
  const statements: string[] = []
  const { query } = pool
  const noting = (...given: [{ text?: string }]) => {
    statements.push(given[0].text ?? String(given[0]))
    return Reflect.apply(query, pool, given)
  }
  const faults: string[] = []
  let answered = 0
  for (const [key, { example }] of keptCalls) {
    statements.length = 0
    Object.assign(pool, { query: noting })
    const ask = () => call(site.ctx(), key as never, (INPUTS[key] ?? example ?? {}) as never)
    const { result, reads } = await collectReads(() =>
      ask().catch(error => (isRefusal(error) ? undefined : Promise.reject(error))),
    )
    Object.assign(pool, { query })
    if (result !== undefined) answered++
    const parts = [...reads].map(read => read.split(' ')[0])
    for (const statement of statements)
      for (const table of await tablesOf(statement)) {
        if (table in SILENT) continue
        if (!parts.includes(TOLD_AS[table] ?? table)) faults.push(`${key} does not know that it reads ${table}`)
        if (!telling.has(table)) faults.push(`${key}: ${table} does not tell`)
      }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(answered).toBeGreaterThan(keptCalls.length - 5)
})

/** An association's answers as a process keeps them, which hears of changes. */
async function keeping() {
  const made: string[] = []
  const counting: typeof call = (ctx, key, input) => {
    made.push(`${key} ${JSON.stringify(input)}`)
    return call(ctx, key, input)
  }
  const answers = rememberAnswers(contract, counting)
  const { stop, caughtUp } = await listen(poolOf(site.services.db).options, {
    changed: { content: answers.changed },
    lost: answers.deafen,
  })
  const ask = async (key: Key, input: object) => {
    made.length = 0
    await answers.call(site.ctx(), key as never, input as never)
    return made.length === 1 ? 'made' : 'kept'
  }
  const after = async (change: SQL) => {
    await site.services.db.execute(change)
    await caughtUp()
  }
  return { ask, after, stop, answers }
}

const list = (catalogId: number): [Key, object] => ['GET /catalog/a', { catalogId, pageNum: 1, pageSize: 10 }]

test('an answer is kept until something changes that it shows: its column, not another, and no draft', async () => {
  const { ask, after, stop } = await keeping()
  const { rows } = await site.services.db.execute<{ column: number; id: number; keyword: string }>(sql`
    select distinct on (catalogue_id) catalogue_id as column, id, keywords[1] as keyword from article
    where status = 'published' and deleted_at is null and keywords <> '{}' order by catalogue_id, id limit 2`)
  const [here, other] = rows
  const reading: [Key, object] = ['GET /catalog/a/info', { id: other!.id }]
  for (const asked of [list(here!.column), list(other!.column), reading]) {
    expect(await ask(...asked)).toBe('made')
    expect(await ask(...asked)).toBe('kept')
  }

  await after(sql`update article set title = title || '（更正）' where id = ${here!.id}`)
  expect(await ask(...list(here!.column))).toBe('made')
  expect(await ask(...list(other!.column))).toBe('kept')

  await after(sql`insert into article (catalogue_id, title, content, plain, status)
    values (${here!.column}, '还没有写完', '', '', 'draft')`)
  await after(sql`update article_draft set version = version + 1`)
  expect(await ask(...list(here!.column))).toBe('kept')

  // The keywords decide which articles are shown as related.
  await ask(...reading)
  await after(sql`update article set keywords = array[${other!.keyword}] where id = ${here!.id}`)
  expect(await ask(...reading)).toBe('made')

  await after(sql`update article set catalogue_id = ${other!.column} where id = ${here!.id}`)
  expect([await ask(...list(here!.column)), await ask(...list(other!.column))]).toEqual(['made', 'made'])

  await after(sql`update catalogue set sort = sort`)
  expect([await ask(...list(here!.column)), await ask(...list(other!.column))]).toEqual(['made', 'made'])
  await stop()
})

test('what an address carries beside what is asked for is answered the same, and makes nothing anew', async () => {
  const { ask, stop } = await keeping()
  const [key, asked] = list(41)
  expect(await ask(key, asked)).toBe('made')
  expect(await ask(key, { ...asked, utm_source: 'wechat' })).toBe('kept')
  expect(await ask(key, { ...asked, pageNum: 2 })).toBe('made')
  await stop()
})

test('what changes while an answer is made is not missed, and nobody is given what was begun before', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let asked = 0
  const slow: typeof call = async (ctx, key, input) => {
    const answer = await call(ctx, key, input)
    if (++asked === 1) await held
    return answer
  }
  const answers = rememberAnswers(contract, slow)
  const ask = () => answers.call(site.ctx(), 'GET /cms/index/noLogin/link', {})
  const first = ask()
  await vi.waitUntil(() => asked === 1)
  answers.changed('link')
  await ask()
  expect(asked).toBe(2)
  release()
  await first
  await ask()
  expect(asked).toBe(2)
  answers.changed('banner')
  await ask()
  expect(asked).toBe(2)
})

test('while changes cannot be heard, what is kept lives out a minute, and nothing is added', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let asked = 0
  const counting: typeof call = (ctx, key, input) => {
    asked++
    return call(ctx, key, input)
  }
  const answers = rememberAnswers(contract, counting)
  const ask = (type?: string) => answers.call(site.ctx(), 'GET /cms/index/noLogin/link', { type } as never)
  await ask()
  answers.deafen()
  await ask()
  expect(asked).toBe(1)
  vi.advanceTimersByTime(61_000)
  await ask()
  await ask()
  expect(asked).toBe(3)
  answers.changed('')
  await ask()
  await ask()
  expect(asked).toBe(4)
  vi.useRealTimers()
})

test('what is proposed is made anew as soon as there is another search to propose, not with each visitor', async () => {
  const { ask, after, stop } = await keeping()
  const propose: [Key, object] = ['GET /search/suggest', { key: '水处' }]
  expect([await ask(...propose), await ask(...propose)]).toEqual(['made', 'kept'])
  await after(sql`insert into past_search (key, text, visitors, words) values ('水处理', '水处理', 3, '')`)
  expect(await ask(...propose)).toBe('made')
  await after(sql`update past_search set visitors = visitors + 1`)
  expect(await ask(...propose)).toBe('kept')
  await after(sql`delete from past_search`)
  expect(await ask(...propose)).toBe('made')
  await stop()
})

test('what somebody typed is kept, too, until anything changes that is searched', async () => {
  const { ask, after, stop } = await keeping()
  const search: [Key, object] = ['GET /search', { key: '水处理', type: 'all', pageNum: 1, pageSize: 10 }]
  expect([await ask(...search), await ask(...search)]).toEqual(['made', 'kept'])
  await after(sql`update link set name = name`)
  expect(await ask(...search)).toBe('kept')
  await after(sql`update organisation set name = name`)
  expect(await ask(...search)).toBe('made')
  await stop()
})
