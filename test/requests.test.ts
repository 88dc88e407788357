import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { resetRateLimits } from '../src/lib/server/limits/rateLimit.ts'
import { setUpSite, site } from './setups/site.ts'

/** Unusual texts that somebody might send. */
const TEXTS = [
  '',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e999',
  '9223372036854775808',
  'NaN',
  '.*',
  "' or 1=1 --",
  '\0',
  '\uD800',
  '长'.repeat(3_000),
]
const VALUES = [...TEXTS, -1, 1.5, 2 ** 63, null, true, [], [1, 1], {}, { $ne: null }]

setUpSite({ demo: true })

const endpoints = Object.entries(contract) as [Key, Endpoint][]
/** The other calls answer 401 before they read anything, which `roles.test.ts` proves. */
const open = endpoints.filter(([, { who }]) => who === 'anyone')

const fieldsOf = ({ input }: Endpoint) =>
  Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {})

type Sent = { url: string; method?: 'GET' | 'POST'; payload?: string | object; headers?: Record<string, string> }

/** Sends it, and checks what holds of every answer: never a fault of ours, and a refusal in Chinese. */
async function send({ url, ...rest }: Sent) {
  const response = await site.app.inject({ url, ...rest })
  const about = `${url.slice(0, 200)} ${JSON.stringify(rest).slice(0, 200)} → ${response.statusCode}`
  expect(response.statusCode, about).toBeLessThan(500)
  expect(response.headers['x-request-id'], about).toMatch(/^[\w-]{36}$/)
  if (!response.headers['content-type']?.startsWith('application/json'))
    return { status: response.statusCode, code: 200 }
  const { code, msg } = response.json()
  expect([200, 400, 401, 403, 404, 409, 413, 415, 429], `${about} ${msg}`).toContain(code)
  if (code !== 200) expect(msg, about).toMatch(/\p{Script=Han}/u)
  expect(msg, about).not.toMatch(/invalid|expected|received|required|too (big|small)/i)
  return { status: response.statusCode, code: code as number }
}

const fill = (path: string, value: string) => `/api${path.replace(/\{\w+\}/g, encodeURIComponent(value))}`

describe.each(open)('%s', (key, endpoint) => {
  beforeEach(resetRateLimits)
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const inPath = (field: string) => path.includes(`{${field}}`)
  const fields = fieldsOf(endpoint).filter(field => !inPath(field))

  test('refuses nonsense in any of its parameters with a sentence', async () => {
    const texts = TEXTS.filter(text => text.isWellFormed())
    if (path.includes('{')) for (const text of texts) await send({ method, url: fill(path, text) })
    for (const field of fields) {
      if (method === 'POST')
        for (const value of VALUES) await send({ method, url: fill(path, '1'), payload: { [field]: value } })
      else for (const text of texts) await send({ url: `${fill(path, '1')}?${field}=${encodeURIComponent(text)}` })
    }
  })

  test('bears parameters twice, unknown, huge or of another shape', async () => {
    const field = fields[0] ?? 'id'
    const url = fill(path, '1')
    const queries = [
      `${field}=1&${field}=2`,
      `${field}[]=1`,
      `${field}[a]=1`,
      `${field}=%00`,
      `${field}=%E6%9`,
      `${'k'.repeat(10_000)}=1`,
      '__proto__=1&constructor=2',
    ]
    for (const query of queries)
      await send({ method, url: `${url}?${query}`, ...(method === 'POST' && { payload: {} }) })
    if (method === 'GET') return
    for (const payload of [[], [1], { ['k'.repeat(10_000)]: 1 }, { nested: { deep: [[[]]] } }])
      await send({ method, url, payload })
  })

  test.runIf(endpoint.example)('accepts its own example', async () => {
    const { code } = await send(request(method, path, endpoint.example!))
    // A code is good once, for one phone: the one that is shown is refused.
    const isSpent = ['code', 'smsCode', 'captcha'].some(name => name in endpoint.example!)
    if (!isSpent) expect(code).not.toBe(400)
  })
})

test('every example fits the input of its call', () => {
  const unfit = endpoints.filter(([, { input, example }]) => example && !input.safeParse(example).success)
  expect(unfit.map(([key]) => key)).toEqual([])
})

test('calls that are not open refuse any address and body of whoever is not signed in', async () => {
  const nonsense = [{}, [1], { ['k'.repeat(10_000)]: 1 }]
  const closed = endpoints.filter(([, { who }]) => who !== 'anyone')
  expect(closed.length).toBeGreaterThan(500)
  for (const [key] of closed) {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    const url = `${fill(path, "' or 1=1 --")}?${'k'.repeat(10_000)}=%00&__proto__=1`
    for (const payload of method === 'POST' ? nonsense : [undefined])
      expect((await send({ method, url, payload })).code, key).toBe(401)
  }
})

function request(method: 'GET' | 'POST', path: string, input: Record<string, unknown>): Sent {
  const url = `/api${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])))}`
  if (method === 'POST') return { method, url, payload: input }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return { url: `${url}?${query}` }
}

describe('a body', () => {
  const url = '/api/catalog/a/view'
  const json = { 'content-type': 'application/json' }
  const post = (payload: string, headers: Record<string, string>) => send({ method: 'POST', url, payload, headers })

  test.each([
    '',
    '{',
    '{"id":1',
    '{"id":}',
    "{'id':1}",
    '{"id":1}}',
    '{"id":1,}',
    'null ',
    '[1',
    '\u0000',
    '{"__proto__":{"a":1}}',
  ])('that is not JSON is refused: %j', async payload => {
    expect(await post(payload, json)).toMatchObject({ code: 400 })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('declared as %s is refused unread', async type => {
    expect(await post('{"id":1}', { 'content-type': type })).toEqual({ status: 415, code: 415 })
  })

  test('beyond a megabyte is too large', async () => {
    expect(await post(JSON.stringify({ id: 'x'.repeat(1 << 20) }), json)).toEqual({ status: 413, code: 413 })
  })
})

test.each(['/api/', '/api/nothing', '/api/catalog/nothing', '/api/%', '/api/file/%E6%9', '/nowhere'])(
  '%s is nothing',
  async url => {
    const { code } = await send({ url })
    expect([400, 404]).toContain(code)
    expect((await send({ url, method: 'POST', payload: {} })).code).toBe(code)
  },
)

test('nobody calls an endpoint by another method', async () => {
  for (const [key] of endpoints) {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    if (`${method === 'GET' ? 'POST' : 'GET'} ${path}` in contract) continue
    const { code } = await send({ method: method === 'GET' ? 'POST' : 'GET', url: fill(path, '1') })
    // 400: by the other method the same address asks for one thing by its number, and names none.
    expect([400, 404], key).toContain(code)
  }
})
