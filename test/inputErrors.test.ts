import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { isRefusal } from '../src/lib/error.ts'
import { type Handlers, makeCall } from '../src/lib/server/api/call.ts'
import { setUpSite, setUpStaff, site } from './setups/site.ts'
import { signUp } from './support/make.ts'
import { runsAll } from './support/night.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')

const endpoints = Object.entries(contract) as [Key, Endpoint][]

/** The vocabulary of the validation library, in Chinese and in English. */
const LIBRARY_WORDS =
  /无效输入|无效选项|无效字符串|期望|实际接收|数值过|键\(key\)|(?<!参数 )(invalid|expected|received|undefined|union)/i

const WRONG_VALUES = [5, -1, 1.5, 'x', '', 'x'.repeat(100_000), true, null, [], [5], ['x'], [{}], {}, { a: 1 }]
const WRONG_BODIES = [[], [5], 'x', 5, true]

function parametersOf({ input }: Endpoint): { all: string[]; required: string[] } {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return { all: Object.keys(schema.properties ?? {}), required: schema.required ?? [] }
}

/** Sends the input through the call itself, open to everybody and with a handler that does nothing. */
async function refusalOf(key: Key, endpoint: Endpoint, input: unknown) {
  const open = {
    [key]: { ...endpoint, who: 'anyone', secondPerson: undefined, output: 'file', isStored: true },
  } as const
  const call = makeCall(open, { [key]: async () => undefined } as unknown as Handlers<typeof open>)
  const error = await call(site.ctx(), key, input as never).then(
    () => undefined,
    error => error,
  )
  if (error && !isRefusal(error)) throw error
  return error && { sentence: error.message, fields: error.fields ?? {} }
}

describe.each(endpoints)('%s', (key, endpoint) => {
  const { all, required } = parametersOf(endpoint)

  test('names every missing parameter in Chinese words of our own', async () => {
    const refusal = await refusalOf(key, endpoint, {})
    if (required.length === 0) return expect(refusal?.sentence ?? '').not.toMatch(LIBRARY_WORDS)
    expect(Object.keys(refusal!.fields)).toEqual(expect.arrayContaining(required))
    for (const words of [refusal!.sentence, ...Object.values(refusal!.fields)]) {
      expect(words).toMatch(/\p{Script=Han}/u)
      expect(words).not.toMatch(LIBRARY_WORDS)
    }
  })

  test('says of every value of a wrong type which parameter it is, in words of our own', async () => {
    const inEach = WRONG_VALUES.map(value => Object.fromEntries(all.map(name => [name, value])))
    const inOne = all.flatMap(name => WRONG_VALUES.map(value => ({ [name]: value })))
    for (const body of [...WRONG_BODIES, ...inEach, ...(runsAll ? inOne : [])]) {
      const refusal = await refusalOf(key, endpoint, body)
      if (!refusal) continue
      const about = JSON.stringify(body).slice(0, 100)
      expect(refusal.sentence, about).toMatch(/\p{Script=Han}/u)
      for (const words of [refusal.sentence, ...Object.values(refusal.fields)])
        expect(words, about).not.toMatch(LIBRARY_WORDS)
      for (const field of Object.keys(refusal.fields)) expect([...all, 'a'], about).toContain(field.split('.')[0])
    }
  })
})

test('an empty body sent over HTTP is told what is missing', async () => {
  const { api: member } = await signUp(site)
  const sent = [
    [site, '/register', ['agree']],
    [site, '/invitation/accept', ['agree']],
    [member, '/member/application/confirm', ['digest']],
    [admin, '/staff/document/save', ['id']],
    [admin, '/staff/pastSearch/hide', ['hide']],
    [admin, '/staff/approval/rules', ['rules']],
    [admin, '/staff/view/columns', ['columns']],
  ] as const
  for (const [caller, path, missing] of sent) {
    const { code, msg, data } = await caller.post(path, {})
    expect(code, path).toBe(400)
    for (const name of missing) {
      expect(msg, path).toContain(`缺少参数 ${name}`)
      expect(data.fields[name], path).toBe(`缺少参数 ${name}`)
    }
  }
})

test('a body that is wrong in thirty thousand places is answered in a few words', async () => {
  const { data, msg } = await site.post('/register', { agree: Array(30_000).fill(5) })
  expect(Object.keys(data.fields).length).toBeLessThanOrEqual(100)
  expect(msg.length).toBeLessThan(10_000)
})
