import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { until } from '#test/support/site.ts'
import { auditEvent } from './server/tables.ts'

setUpSite({ demo: true })

const denied = () => site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'audit.denied'))

test('staff who ask for what they have no right to are in the audit log, once a minute for each call', async () => {
  const editor = site.as(await staffSession(site, 'editor'))
  for (let n = 0; n < 5; n++) expect((await editor.get('/staff/audit/list')).code).toBe(403)
  expect((await editor.get('/staff/audit/options')).code).toBe(403)
  await until(async () => (await denied()).length >= 2)
  const lines = await denied()
  expect(lines.map(({ actorName, detail }) => [actorName, detail]).sort()).toEqual([
    ['editor', { asked: 'GET /staff/audit/list' }],
    ['editor', { asked: 'GET /staff/audit/options' }],
  ])
  // Refused calls of visitors are not logged.
  expect((await site.get('/staff/audit/list')).code).toBe(401)
  expect(await denied()).toHaveLength(2)
})
