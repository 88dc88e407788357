import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import {
  decide,
  paper,
  reviewer,
  rowsOf,
  setUpLegacyCertificates,
  visitor,
} from '#test/setups/qualifications/legacyCertificates.ts'
import { site } from '#test/setups/site.ts'

setUpLegacyCertificates()

describe('no certificate comes twice', () => {
  test('handed in at the same time by four, it is one’s', async () => {
    const form = paper()
    const callers = await Promise.all(Array.from({ length: 4 }, () => visitor()))
    const answers = await Promise.all(callers.map(({ submit }) => submit(form)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(3).fill(403)])
    expect((await reviewer.get('/staff/review/list', { key: form.certNo, status: 'all' })).data.total).toBe(1)
  })

  test('of a double click one is handed in, and both hear the same', async () => {
    const form = paper()
    const { submit } = await visitor()
    const [one, two] = await Promise.all([submit(form), submit(form)])
    expect([one!.code, two!.code, two!.data.id]).toEqual([200, 200, one!.data.id])
    const events = await site.services.db
      .select()
      .from(applicationEvent)
      .where(eq(applicationEvent.applicationId, one!.data.id))
    expect(events).toHaveLength(1)
  })

  test('what the register has is refused when it is handed in, and when it is confirmed', async () => {
    const [taken] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'qualification'))
    const known = await (await visitor()).submit(paper({ certNo: taken!.number.toLowerCase() }))
    expect([known.code, known.msg]).toEqual([409, expect.stringContaining('不能重复登记')])
    const form = paper()
    const { data } = await (await visitor()).submit(form)
    const { id: _, numberKey: __, token: ___, words: ____, ...copy } = taken!
    await enterCertificates({ db: site.services.db, now: new Date() }, [{ ...copy, number: form.certNo }])
    const { data: of } = await reviewer.get('/staff/review/detail', { id: data.id })
    expect(of.aside[0].facts[0]).toMatchObject({ isBad: true, text: expect.stringContaining('不能重复登记') })
    const refused = await decide(data.id, 'pass')
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('不能重复登记')])
    expect((await rowsOf(form.certNo)).length).toBe(1)
    expect((await decide(data.id, 'reject', { opinion: '已在名册中' })).data.status).toBe('rejected')
  })
})
