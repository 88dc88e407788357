import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'

setUpSite({ demo: true })

/** The ids of files that a query of one column finds. */
async function found(query: string): Promise<number[]> {
  const { rows } = await site.services.db.execute<{ id: number }>(query)
  const ids = rows.map(({ id }) => id)
  expect(ids.length, query).toBeGreaterThan(0)
  return ids
}

const materials = (where: string) => `
  select distinct file.id from application, jsonb_path_query(materials, '$.*[*]') used
  join file on file.id = used::int and not file.is_public and not file.is_confined
  where submitted_at is not null and ${where} and file.owner_id = application.account_id limit 5`

async function reads(userName: string, ids: number[]) {
  const headers = await staffSession(site, userName)
  const answers = ids.map(id => site.app.inject({ url: `/api/file/${id}`, headers }))
  const types = (await Promise.all(answers)).map(({ headers }) => !String(headers['content-type']).includes('json'))
  expect(new Set(types).size).toBe(1)
  return types[0]
}

test('who has to do with payments reads slips, receipts and invoices, and no papers of identity', async () => {
  const slips = await found('select slip_id as id from receivable where slip_id is not null limit 5')
  const papers = await found(materials(`kind <> 'award'`))
  expect([await reads('cashier', slips), await reads('reviewer', slips)]).toEqual([true, true])
  expect([await reads('cashier', papers), await reads('reviewer', papers)]).toEqual([false, true])
})

test('who has to do with awards reads what was handed in with entries, and nothing else', async () => {
  const entered = await found(materials(`kind = 'award'`))
  const slips = await found('select slip_id as id from receivable where slip_id is not null limit 5')
  const papers = await found(materials(`kind <> 'award'`))
  expect(await reads('awards', entered)).toBe(true)
  expect([await reads('awards', slips), await reads('awards', papers)]).toEqual([false, false])
  expect(await reads('cashier', entered)).toBe(false)
})
