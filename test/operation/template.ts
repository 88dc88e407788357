import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDemoTemplate } from '../support/demoTemplate.ts'

/** The demo data for all tests of a run: each copies this data directory of a site that was stopped in order. */
export default async function setup() {
  const template = await mkdtemp(join(tmpdir(), 'hangxie-template-'))
  await copyDemoTemplate(template)
  process.env.SITE_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}
