import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { receivable } from '#modules/ledger/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { contract } from '../src/api/contract.ts'
import { forbidden } from '../src/lib/error.ts'
import { staffRole } from '../src/modules/accounts/server/tables.ts'
import { setUpSite, site } from './setups/site.ts'
import { callsByType } from './support/callsByType.ts'
import { asStaff, staffSession, staffWith } from './support/make.ts'

/** The right to read money: whoever has it sees everything about money and moves nothing. */
setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000', DOCUMENTS_PER_MINUTE: '10000' } })

const calls = callsByType(contract)
const ofMoney = calls.filter(([, { who }]) => who === 'staff:finance' || who === 'staff:financeReading')
const reads = ofMoney.filter(([call]) => call.startsWith('GET '))
const moves = ofMoney.filter(([call]) => call.startsWith('POST '))

const sessions = new Map<string, { cookie: string }>()
async function roleWith(code: string, permissions: string[], provinces: string[] = []) {
  await site.services.db.insert(staffRole).values({ code, name: code, permissions, provinces, sort: 100 })
  return code
}
beforeAll(async () => {
  const given = { reader: ['staff:financeReading'], mover: ['staff:finance'], neither: ['staff:applications'] }
  for (const [name, permissions] of Object.entries(given))
    sessions.set(name, await staffSession(site, await staffWith(site, [await roleWith(name, permissions)])))
})

/** Calls with the example of the documentation; answers whether the permission admits it. */
async function isAdmitted(name: string, call: string): Promise<boolean> {
  const [method, path, type] = call.split(' ') as ['GET' | 'POST', string, string?]
  const { example = {} } = calls.find(([key]) => key === call)![1]
  const input = { ...example, ...(type && { type }) }
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const response = await site.app.inject({
    method,
    url: `/api${path}${method === 'GET' ? `?${query}` : ''}`,
    headers: { ...sessions.get(name)!, 'sec-fetch-site': 'same-origin' },
    // Without input nothing is done: a call that is admitted says what is missing.
    ...(method === 'POST' && { payload: { type } }),
  })
  if (response.headers['content-disposition']) return true
  const { code, msg } = response.json()
  if (code === 403 && msg === forbidden().message) return false
  expect(method === 'GET' ? [200, 404] : [200, 400, 404, 409, 415], `${call}: ${msg}`).toContain(code)
  return true
}

test('every call that reads money asks for the right to read, every call that moves it for that to move', () => {
  expect(reads.filter(([, { who }]) => who !== 'staff:financeReading')).toEqual([])
  expect(moves.filter(([, { who }]) => who !== 'staff:finance')).toEqual([])
  expect([reads.length > 50, moves.length > 40]).toEqual([true, true])
})

describe.each(reads.map(([call]) => call))('%s', call => {
  test('is for whoever reads or moves money, and for nobody else', async () => {
    expect([
      await isAdmitted('reader', call),
      await isAdmitted('mover', call),
      await isAdmitted('neither', call),
    ]).toEqual([true, true, false])
  })
})

describe.each(moves.map(([call]) => call))('%s', call => {
  test('is for whoever moves money, and not for who only reads', async () => {
    expect([
      await isAdmitted('reader', call),
      await isAdmitted('mover', call),
      await isAdmitted('neither', call),
    ]).toEqual([false, true, false])
  })
})

describe('who only reads money', () => {
  const as = async (...roles: string[]) => asStaff(site, await staffWith(site, roles))

  test('is offered no act on a fee, no task of the cashier, and reads the slip of a payment', async () => {
    const [reader, mover] = [await as('reader'), await as('mover')]
    const [fee] = await selectFees(site.services).where(eq(receivable.state, 'claimed'))
    const detail = async (by: typeof reader) => (await by.get('/staff/fee/detail', { id: fee!.id })).data
    expect((await detail(mover)).may).toEqual(['confirm', 'return'])
    const { may, slip } = await detail(reader)
    expect(may).toEqual([])
    const file = async (name: string) =>
      (await site.app.inject({ url: slip.url, headers: sessions.get(name)! })).headers['content-type']
    expect([await file('reader'), await file('neither')]).toEqual([
      expect.stringMatching(/^(image|application\/pdf)/),
      expect.stringMatching(/^application\/json/),
    ])
    const tasks = async (by: typeof reader) => (await by.get('/staff/overview')).data.tasks.length
    expect([await tasks(reader), (await tasks(mover)) > 0]).toEqual([0, true])
    expect((await reader.get('/staff/me')).data.permissions).toEqual(['staff:financeReading'])
    expect((await mover.get('/staff/me')).data.permissions).toEqual(['staff:finance', 'staff:financeReading'])
  })

  test('everywhere, and moves it in one province, moves nothing elsewhere', async () => {
    await roleWith('moverHere', ['staff:finance'], ['320000'])
    await roleWith('readerHere', ['staff:financeReading'], ['320000'])
    const admin = await as('admin')
    const all = (await admin.get('/staff/fee/list', { state: 'due' })).data
    const here = (await admin.get('/staff/fee/list', { state: 'due', provinceCode: '320000' })).data
    expect(here.total).toBeLessThan(all.total)
    const both = await as('reader', 'moverHere')
    expect((await both.get('/staff/fee/list', { state: 'due' })).data.total).toBe(all.total)
    const readerHere = await as('readerHere')
    expect((await readerHere.get('/staff/fee/list', { state: 'due' })).data.total).toBe(here.total)
    const other = all.list.find(({ id }: { id: number }) => !here.list.some((one: { id: number }) => one.id === id))
    const { version, may } = (await both.get('/staff/fee/detail', { id: other.id })).data
    expect(may).toEqual([])
    const change = { id: other.id, version, amount: 1, reason: '试' }
    expect(await both.post('/staff/fee/adjust', change)).toMatchObject({ code: 403 })
    const expected = (await both.get('/staff/fee/remind', {})).data.count
    const mine = (await readerHere.get('/staff/fee/remind', {})).data.count
    expect(await both.post('/staff/fee/remind', { sms: false, expected })).toMatchObject({ code: 409 })
    if (mine > 0)
      expect((await both.post('/staff/fee/remind', { sms: false, expected: mine })).data).toEqual({ count: mine })
  })
})
