import { rm } from 'node:fs/promises'
import { copyDemoTemplate } from '../support/demoTemplate.ts'
import { makeScratch } from '../support/tempDir.ts'

/** The demo data for all tests of a run: each copies this data directory of a site that was stopped in order. */
export default async function setup() {
  const template = await makeScratch('template')
  await copyDemoTemplate(template)
  process.env.SITE_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}
