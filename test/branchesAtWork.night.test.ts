import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '../src/modules/certificates/server/tables.ts'
import { organisation, person } from '../src/modules/members/server/tables.ts'
import { type Branched, HERE, NOT_HERE, spreadSample, startBranched } from './support/limits/branched.ts'
import { ABOUT, endpointOf, LISTS, MORE_ABOUT, namesIn, writing } from './support/limits/limitedCalls.ts'
import { newCreditCode } from './support/make.ts'

let branched: Branched
beforeAll(async () => {
  branched = await startBranched()
})
afterAll(() => branched.site.close())

const told = (said: string, words: readonly string[]) => words.filter(word => said.includes(word))

/** The call's example, about this record wherever it names one. */
function aboutOnly(key: string, id: number): Record<string, unknown> {
  const example = endpointOf(key).example ?? {}
  return Object.fromEntries(
    Object.entries({ ...example, ...(namesIn(key).includes('id') && { id }) }).map(([name, value]) => {
      if (name === 'id' || /^(organisation|person|member|certificate)Id$/.test(name)) return [name, id]
      if (name === 'ids') return [name, [id]]
      if (name === 'items') return [name, [{ id, version: 1 }]]
      return [name, value]
    }),
  )
}

/** Calls about many records at once, each for itself. */
const MANY: Record<string, [what: string, sent: (ids: number[]) => Record<string, unknown>]> = {
  'POST /staff/review/assign': ['application', ids => ({ ids, assigneeId: null })],
  'POST /staff/review/assign/undo': [
    'application',
    ids => ({ items: ids.map(id => ({ id, assigneeId: null, formerId: null })) }),
  ],
  'POST /staff/review/bulk': [
    'application',
    ids => ({ items: ids.map(id => ({ id, version: 1 })), action: 'pass', opinion: '' }),
  ],
  'POST /staff/fee/settleMany': ['fee', ids => ({ ids })],
}

describe('whose role is limited to a branch', () => {
  test.each(Object.entries({ ...ABOUT, ...MORE_ABOUT }))(
    '%s is refused of all that is elsewhere',
    async (key, what) => {
      const ids = await branched.idsOf(what, 'elsewhere')
      expect(ids.length).toBeGreaterThan(0)
      // Applications in all their states.
      for (const id of what === 'application' ? ids : spreadSample(ids))
        expect(await branched.call(key, aboutOnly(key, id)), `${id}`).toMatchObject({ code: 403, msg: NOT_HERE })
    },
  )

  test.each(Object.entries(MANY))('%s refuses each that is elsewhere', async (key, [what, sent]) => {
    const ids = await branched.idsOf(what, 'elsewhere')
    const { data } = await branched.call(key, sent(ids.slice(0, 100)))
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 100))
    for (const { id: _, name: __ = '', ...result } of data)
      expect([
        { done: false, message: NOT_HERE },
        { done: false, msg: NOT_HERE },
      ]).toContainEqual(result)
  })

  test('a refusal does not say whose a number is that is taken elsewhere', async () => {
    const { db, encryption } = branched.site.services
    const [certificates, people, [company]] = await Promise.all([
      branched.idsOf('certificate', 'elsewhere'),
      branched.idsOf('person', 'elsewhere'),
      db.select().from(organisation).where(eq(organisation.provinceCode, '370000')),
    ])
    const [taken] = await db.select().from(certificate).where(inArray(certificate.id, certificates))
    const sealed = and(inArray(person.id, people), eq(person.idType, 'resident'), isNotNull(person.idNumberSealed))
    const [somebody] = await db.select().from(person).where(sealed)
    const issue = { kindCode: 'QX01', levelCode: 'A', issuedOn: '2026-11-01', number: taken!.number }
    const identity = { idType: 'resident', idNumber: encryption.decrypt(somebody!.idNumberSealed!) }
    const [organisationId] = await branched.idsOf('organisation', 'here')
    const known = { name: '某某锅炉清洗有限公司', creditCode: company!.creditCode, provinceCode: HERE[0] }
    const namesake = { name: company!.name, creditCode: newCreditCode(), provinceCode: HERE[0] }
    for (const [key, sent] of [
      ['POST /staff/certificate/issue', { ...issue, organisationId }],
      ['POST /staff/person/add', { form: { name: '李晓明', provinceCode: HERE[0], ...identity } }],
      ['POST /staff/organisation/add', { form: known }],
      ['POST /staff/organisation/add', { form: namesake }],
    ] as const) {
      const { code, msg, text } = await branched.call(key, sent)
      expect({ code, msg }, key).toMatchObject({ code: 409, msg: expect.stringContaining('其他地区') })
      expect(told(text, [taken!.holderName, somebody!.name, company!.name, company!.creditCode])).toEqual([])
    }
  })

  test('nothing that is written elsewhere comes through', async () => {
    const before = await branched.elsewhere()
    const ids = await branched.someOf('elsewhere')
    for (const key of writing)
      for (const id of ids) {
        const answer = await branched.call(key, aboutOnly(key, id))
        expect(told(answer.text, branched.words.elsewhere), `${key} ${id}`).toEqual([])
      }
    expect(await branched.elsewhere()).toEqual(before)
  }, 300_000)
})

test('a branch that is retired shows nothing at the next call, and closes what was open', async () => {
  const { data } = await branched.admin.get('/staff/branch/list')
  const [{ id, version, values }] = data.list
  const form = { ...values, status: 'retired' }
  expect((await branched.admin.post('/staff/branch/save', { id, version, form })).code).toBe(200)
  for (const [key, [, query]] of Object.entries(LISTS)) {
    const { data: page } = await branched.call(key, query)
    expect({ total: page.total, list: page.list }, key).toEqual({ total: 0, list: [] })
  }
  for (const [key, what] of Object.entries(ABOUT)) {
    const [own] = await branched.idsOf(what, 'here')
    expect(await branched.call(key, aboutOnly(key, own!)), key).toMatchObject({
      code: 403,
      msg: expect.stringContaining('不含任何地区'),
    })
  }
})
