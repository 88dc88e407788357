import { expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import type { Endpoint, Key } from '../src/lib/contract.ts'
import { walk } from './answers/walk.ts'
import { setUpSite, site } from './setups/site.ts'

setUpSite({ demo: true, env: { DOCUMENTS_PER_MINUTE: '10000' } })

/**
 * Asks the demo association everything that can be read, with one parameter changed at a time. What this and all other
 * tests have shown of the answers is held against the contract after a whole run (`answers/check.ts`).
 */
test('whatever can be read of the demo association is answered, whatever is asked of it', {
  timeout: 600_000,
}, async () => {
  const reading = (Object.entries(contract) as [Key, Endpoint][]).filter(([key]) => key.startsWith('GET '))
  const founds = await walk(site, reading)
  expect(founds.filter(({ answered }) => answered > 0).length).toBeGreaterThan(300)
})
