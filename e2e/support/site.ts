import provideTemplate from '#test/operation/template.ts'
import { startSite } from '#test/support/site.ts'
import { lookInto } from './test.ts'

/** Starts one demo site for the whole run and passes its address to the workers by environment variables. */
export default async function setup() {
  const removeTemplate = await provideTemplate()
  const site = await startSite({
    demo: true,
    env: { TRUST_PROXY: 'loopback', STAFF_TOTP: 'off', WRITES_PER_MINUTE: '600' },
  })
  process.env.SITE_URL = site.url
  process.env.SITE_DATA = site.dataDir
  // Decisions are told at once: no test waits for time.
  const database = await lookInto(site.dataDir)
  await database.query(`insert into setting (name, value) values ('decisions', '{"holdMinutes": 0}')`)
  await database.end()
  return async () => {
    await site.stop()
    await site.cleanUp()
    await removeTemplate()
  }
}
