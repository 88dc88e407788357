import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { batchContract } from './batchContract.ts'
import { checkContract } from './contract.ts'

setUpSite({ demo: true })

test('the certificates of the API’s examples are in the demo, whatever the day', async () => {
  const { number } = checkContract['GET /cert/verify'].example
  const found = await site.get<{ certNo: string } | null>('/cert/verify', { number })
  expect(found.data?.certNo).toBe(number)
  const named = await site.post('/cert/verify/name', checkContract['POST /cert/verify/name'].example)
  expect(named.data).toMatchObject({ matches: true })
  const batch = await site.post('/cert/verify/batch', batchContract['POST /cert/verify/batch'].example)
  expect(batch.data.rows.map(({ status }: { status: string }) => status)).not.toContain('notFound')
})
