import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../site.ts'

/** Loads the demo data once for all tests of a run: each copies the data directory of a site that was stopped in order. */
export default async function setup() {
  const template = await mkdtemp(join(tmpdir(), 'hangxie-template-'))
  const site = await startSite({ demo: true })
  await site.stop()
  await cp(site.dataDir, template, { recursive: true })
  await site.cleanUp()
  process.env.SITE_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}
