import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { certificate } from '../src/modules/certificates/server/tables.ts'
import { figureSources, listsOf, questions } from './figures/figureSources.ts'
import { setUpSite, site } from './setups/site.ts'
import { asStaff, signInAs } from './support/make.ts'

type Api = ReturnType<typeof site.as>
type Row = Record<string, string | number>

setUpSite({ demo: true })

let admin: Api
let member: Api
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
  member = site.as(await signInAs(site, 'qingyuan'))
  // Records of kinds that the demo association has none of.
  const { db } = site.services
  const { id: articleId } = (await admin.post('/staff/article/create', {})).data
  await admin.post('/staff/article/delete', { id: articleId })
  const { list } = (await admin.get('/staff/review/list', { status: 'mine' })).data
  const me = (await admin.get('/staff/me')).data
  await admin.post('/staff/review/assign', { ids: [list[0].id], assigneeId: me.id })
  const held = (await member.get('/person/cert/list')).data.list.at(-1)
  const over = { validFrom: '2020-01-01', issuedOn: '2020-01-01', validTo: '2021-01-01' }
  await db.update(certificate).set(over).where(eq(certificate.id, held.certId))
})

const callerOf = (key: Key): Api => {
  const { who } = (contract as Record<Key, Endpoint>)[key]!
  return who.startsWith('staff') ? admin : who === 'anyone' ? site : member
}
const ask = (key: Key, given: Row) => callerOf(key).get(key.split(' ')[1]!, given)

/** Number of records in a list. */
async function countOf(list: Key, filters: Record<string, string | number | undefined>): Promise<number> {
  const given = Object.fromEntries(
    Object.entries(filters).filter((one): one is [string, string] => one[1] !== undefined),
  )
  const { data, code, msg } = await ask(list, given)
  expect(code, `${list} ${JSON.stringify(filters)}: ${msg}`).toBe(200)
  return Array.isArray(data) ? data.length : 'parts' in data ? data.list.length : data.total
}

/** Number of records in the list that an address leads to. */
function countAt(route: string): Promise<number> {
  const { pathname, searchParams } = new URL(route, 'http://site.test')
  expect(Object.keys(listsOf), route).toContain(pathname)
  return countOf(listsOf[pathname]!, Object.fromEntries(searchParams))
}

/** Sum of the fees in the list that an address leads to. */
async function sumAt(route: string): Promise<number> {
  const { pathname, searchParams } = new URL(route, 'http://site.test')
  expect(pathname).toBe('/staff/fees')
  const { data, code, msg } = await admin.get('/staff/fee/totals', Object.fromEntries(searchParams))
  expect(code, msg).toBe(200)
  return data.due
}

describe('a figure opens the list that has exactly so many', () => {
  test('on the desk: what waits', async () => {
    const { tasks } = (await admin.get('/staff/overview')).data
    expect(tasks.length).toBeGreaterThan(15)
    for (const { name, count, route } of tasks) expect(await countAt(route), `${name} ${route}`).toBe(count)
  })

  test.each([
    ['this year', {}],
    ['last year', { year: 2025 }],
    ['in one province', { provinceCode: '320000' }],
  ])(
    'in the statistics, %s; of months to come nothing is said',
    async (_, scope) => {
      const { charts, year, countedAt } = (await admin.get('/staff/statistics', scope)).data
      let opened = 0
      for (const { code, unit, kind, series, rows } of charts) {
        for (const { name, values, routes } of rows)
          for (const [i, value] of values.entries()) {
            const isAhead =
              kind === 'lines' && `${year}-${name.replace(' 月', '').padStart(2, '0')}` > countedAt.slice(0, 7)
            expect(value === null, `${code} ${name}`).toBe(isAhead)
            if (routes[i] === null) continue
            const count = await countAt(routes[i])
            if (!['元', '次', '学时'].includes(unit))
              expect(count, `${code} ${name} ${series[i]} ${routes[i]}`).toBe(value)
            else expect(count > 0, `${code} ${name} ${series[i]} ${routes[i]}`).toBe(value > 0 || count > 0)
            opened++
          }
      }
      expect(opened).toBeGreaterThan(100)
    },
    180_000,
  )

  test.each([
    ['this month', {}],
    ['a month of last year', { month: '2025-11' }],
    ['in one province', { provinceCode: '320000' }],
  ])('in the figures of the month, %s, beside the month before and the same month a year before', async (_, asked) => {
    const { figures, months } = (await admin.get('/staff/statistics/month', asked)).data
    expect(months).toHaveLength(3)
    const counted: Record<string, number[]> = {}
    for (const { code, unit, values, routes } of figures) {
      counted[code] = values
      expect(values, code).toHaveLength(3)
      for (const [i, value] of values.entries()) {
        if (unit === '%') expect(routes[i]).toBeNull()
        else if (unit === '元') expect(await sumAt(routes[i]), `${code} ${routes[i]}`).toBe(value)
        else expect(await countAt(routes[i]), `${code} ${routes[i]}`).toBe(value)
      }
    }
    expect(Object.keys(counted).join(' ')).toBe(
      'members joined left duesRaised duesPaid duesRate duesInMonth trained issued-qualification issued-personnel issued-membership',
    )
    expect(counted.members![0]).toBeGreaterThan(0)
    if (!('month' in asked))
      expect(counted.duesRate![0]).toBe(Math.round((counted.duesPaid![0]! * 1000) / counted.duesRaised![0]!) / 10)
  })

  test('in the health of the site, or names each case beside it', async () => {
    const { findings } = (await admin.get('/staff/health')).data
    for (const { code, count, found, route, items, deducted } of findings) {
      expect(String(deducted).length, `${code} ${deducted}`).toBeLessThan(5)
      if (count === 0 || /backups|homeUpdates|diskSpace/.test(code)) continue
      if (route) expect(await countAt(route), `${code} ${route}`).toBe(count)
      else expect(items.length, found).toBe(Math.min(count, 100))
    }
  })

  test('on the home page', async () => {
    const { list } = (await site.get('/cms/index/noLogin/num/num')).data
    for (const { code, num, route } of list) {
      if (code === 'article' || code === 'trained') continue
      expect(await countAt(route), `${code} ${route}`).toBe(num)
    }
  })

  test('in the overview of a member: what is about to end is valid', async () => {
    const { certificates } = (await member.get('/member/overview')).data
    const numOf = (status: string) => certificates.find((one: Row) => one.status === status)?.num ?? 0
    const valid = await countOf('GET /member/qualification/list', { status: 'valid' })
    expect(valid).toBe(numOf('valid') + numOf('expiring'))
    const others = certificates.filter(({ status }: Row) => status !== 'valid')
    for (const { status, num } of others)
      expect(await countOf('GET /member/qualification/list', { status }), status).toBe(num)
  })

  test.each(Object.entries(figureSources))('%s', async (figure, [list, filters]) => {
    const [method, path, field] = figure.split(' ') as ['GET', string, string]
    const key: Key = `${method} ${path as '/'}`
    let seen = 0
    for (const given of questions[key] ?? [{}]) {
      const { data, code, msg } = await ask(key, given)
      expect(code, `${key} ${msg}`).toBe(200)
      for (const { row, value } of figuresIn(data, field)) {
        expect(await countOf(list, filters(row, given)), `${figure} ${JSON.stringify(row)}`).toBe(value)
        seen += value
      }
    }
    expect(seen).toBeGreaterThan(0)
  })
})

/** The values of a field, `list[].count`, each with the object that holds it. */
function figuresIn(data: unknown, field: string): { row: Row; value: number }[] {
  const steps = field.split('.')
  const last = steps.pop()!
  const holders = steps.reduce<unknown[]>(
    (found, step) => found.flatMap(one => inside(one, step)),
    field.startsWith('[]') ? [data].flat() : [data],
  )
  return holders.map(row => ({ row: row as Row, value: (row as Row)[last] as number }))
}

const inside = (holder: unknown, step: string): unknown[] => {
  const name = step.replace('[]', '')
  const value = name ? (holder as Record<string, unknown>)[name] : holder
  return [value].flat()
}
