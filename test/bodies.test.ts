import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/api/contract.ts'
import { type Endpoint, type Key, MAX_BODY_KB } from '../src/lib/contract.ts'
import type { FormField } from '../src/lib/form/form.ts'
import { draftFields } from '../src/modules/accounts/documents/draftForm.ts'
import { callFields } from '../src/modules/awards/calls/callForm.ts'
import { kindFields } from '../src/modules/awards/calls/kindForm.ts'
import { projectFields } from '../src/modules/awards/entries/projectForm.ts'
import { MAX_BATCH_NUMBERS } from '../src/modules/certificates/check/batch.ts'
import { joiningFields } from '../src/modules/membership/joiningRules.ts'
import { styleFields } from '../src/modules/membership/style/styleForm.ts'
import { ownFieldForm } from '../src/modules/ownFields/ownFieldForm.ts'
import { report } from '../src/modules/qualifications/applying/applicationForm.ts'
import { setUpSite, site } from './setups/site.ts'
import { asStaff, signInAs } from './support/make.ts'

const BODY_MB_PER_MINUTE = 4
setUpSite({ demo: true, env: { BODY_MB_PER_MINUTE: String(BODY_MB_PER_MINUTE) } })

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxLength?: number
}
/** Maximum bytes of a Chinese character, a number, and a line whose length another rule limits. */
const [CHARACTER, NUMBER, LINE] = [3, 25, 300]

/** Maximum size in bytes of JSON that matches the schema; records are limited by their forms. */
function largest(schema: Schema): number {
  const { const: fixed, enum: choices, anyOf, oneOf, allOf, type, properties = {}, items, maxItems = 1 } = schema
  if (fixed !== undefined) return JSON.stringify(fixed).length
  if (choices) return Math.max(...choices.map(one => JSON.stringify(one).length * CHARACTER))
  if (anyOf || oneOf) return Math.max(...(anyOf ?? oneOf)!.map(largest))
  if (allOf) return allOf.reduce((sum, one) => sum + largest(one), 0)
  if (type === 'string') return (schema.maxLength ?? LINE / CHARACTER) * CHARACTER + 2
  if (type === 'array') return items ? maxItems * (largest(items) + 1) : 0
  if (type === 'object')
    return Object.entries(properties).reduce((sum, [name, of]) => sum + name.length + 4 + largest(of), 2)
  return NUMBER
}

/** Maximum size in bytes of a form. */
const largestForm = (fields: readonly FormField[]): number =>
  fields.reduce((sum, field) => sum + field.name.length + 4 + largestValue(field), 2)

function largestValue({ kind, max, columns = [], options = [] }: FormField): number {
  if (kind === 'rows') return (max ?? 200) * largestForm(columns)
  if (kind === 'text' || kind === 'paragraph' || kind === 'richText') return (max ?? LINE / CHARACTER) * CHARACTER + 2
  return kind === 'choices' ? options.length * 45 : LINE
}

const posts = (Object.entries(contract) as [Key, Endpoint][]).filter(
  ([key, { upload }]) => key.startsWith('POST ') && !upload,
)
/** The body itself is the bound: of many short texts none knows how long the others are. */
const BOUNDED_AS_A_WHOLE: readonly Key[] = ['POST /staff/ballot/count']
const bytesOf = (key: Key) => ((contract as Record<Key, Endpoint>)[key]!.maxBodyKb ?? MAX_BODY_KB) << 10

test.each(posts.filter(([key]) => !BOUNDED_AS_A_WHOLE.includes(key)))(
  '%s takes as much as its input may hold, and not much more',
  (key, { input, maxBodyKb }) => {
    const bytes = largest(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema)
    expect(bytesOf(key)).toBeGreaterThanOrEqual(bytes)
    if (maxBodyKb !== undefined) expect(maxBodyKb).toBeGreaterThan(MAX_BODY_KB)
  },
)

test.each<[Key, readonly FormField[]]>([
  ['POST /member/application/submit', report],
  ['POST /qualification/apply1Submit', report],
  ['POST /member/styleSubmit', styleFields],
  ['POST /award/applySubmit', projectFields],
  ['POST /staff/document/save', draftFields],
  ['POST /staff/record/save', kindFields],
  ['POST /staff/award/call/save', callFields],
  ['POST /staff/record/save', joiningFields([])],
  ['POST /staff/record/save', ownFieldForm([])],
])('%s takes the longest form', (key, fields) => {
  expect(bytesOf(key)).toBeGreaterThanOrEqual(largestForm(fields))
})

const json = { 'content-type': 'application/json' }

test('a body that is too long is refused with how long it may be', async () => {
  const payload = JSON.stringify({ key: 'x'.repeat(MAX_BODY_KB << 10) })
  const sent = { method: 'POST', url: '/api/search/count', payload } as const
  const answer = await site.app.inject({ ...sent, headers: json })
  expect([answer.statusCode, answer.json()]).toEqual([
    413,
    { code: 413, data: null, msg: '提交的内容过大，最多 64 KB' },
  ])
})

test('a list of as many numbers as may be checked is read', async () => {
  const numbers = Array.from({ length: MAX_BATCH_NUMBERS }, (_, n) => `QX01-2026-${String(n).padStart(20, '0')}`)
  expect(await site.post('/cert/verify/batch', { numbers })).toMatchObject({ code: 200 })
})

test('a long article is saved', async () => {
  const editor = await asStaff(site, 'editor')
  const content = `<p>${'长'.repeat(150_000)}</p>`
  expect(content.length * 3).toBeGreaterThan(6 * (MAX_BODY_KB << 10))
  const { code, data } = await editor.post('/staff/article/create', { values: { title: '长文', content } })
  expect([code, data?.id]).toEqual([200, expect.any(Number)])
})

/** Invalid JSON: whoever is refused before the body is read gets another error. */
const BROKEN = '{"key":'
const post = async (url: string, headers: Record<string, string> = {}, payload = BROKEN) => {
  const answer = await site.app.inject({ method: 'POST', url, payload, headers: { ...json, ...headers } })
  return answer.json().code
}

test('who may not call is refused before the body is read', async () => {
  expect(await post('/api/member/edit')).toBe(401)
  expect(await post('/api/staff/article/save')).toBe(401)
  expect(await post('/api/search/count')).toBe(400)
})

test('who has called too often is refused before the body is read', async () => {
  const address = '192.0.2.77'
  const count = async (payload: string) => {
    const sent = { method: 'POST', url: '/api/search/count', payload, headers: json, remoteAddress: address } as const
    return (await site.app.inject(sent)).json().code
  }
  for (let n = 0; n < 300; n++) expect(await count('{"key":"证书"}')).toBe(200)
  expect(await count(BROKEN)).toBe(429)
})

test('who is signed in and has written too often is refused before the body is read', async () => {
  const token = await signInAs(site, 'qingyuan')
  let tries = 0
  while ((await post('/api/member/edit', { token })) !== 429) expect(++tries).toBeLessThan(300)
  expect(tries).toBeGreaterThanOrEqual(60)
})

test.each([
  ['too deep', `{"key":${'['.repeat(200)}${']'.repeat(200)}}`, '请求内容的层次过多，最多 100 层'],
  ['too many lists', `{"key":[${'[],'.repeat(20_000)}[]]}`, '请求内容的项目过多，最多 20000 个列表和对象'],
])('JSON with brackets that are %s is refused', async (_, payload, msg) => {
  const answer = await site.app.inject({ method: 'POST', url: '/api/search/count', payload, headers: json })
  expect(answer.json()).toEqual({ code: 400, data: null, msg })
})

test('brackets in a text are text', async () => {
  const key = `${'['.repeat(20)}"\\${'{'.repeat(20)}`
  expect(await site.post('/search/count', { key })).toMatchObject({ code: 200 })
})

test('an address sends no more in a minute than its share, and others go on', async () => {
  const payload = JSON.stringify({ key: 'x'.repeat(60_000) })
  const send = async (remoteAddress: string) => {
    const sent = { method: 'POST', url: '/api/search/count', payload, headers: json, remoteAddress } as const
    return (await site.app.inject(sent)).json().code
  }
  let sent = 0
  while ((await send('192.0.2.88')) === 400) sent += payload.length
  expect(await send('192.0.2.88')).toBe(429)
  expect(sent).toBeGreaterThan((BODY_MB_PER_MINUTE << 20) - 2 * payload.length)
  expect(sent).toBeLessThan((2 * BODY_MB_PER_MINUTE) << 20)
  expect(await send('192.0.2.89')).toBe(400)
})
