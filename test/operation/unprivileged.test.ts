import { spawnSync } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '../support/site.ts'

const root = resolve(import.meta.dirname, '../..')
const NOBODY = 65_534
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--bounding-set=-all']
const isReadable = (path: string) => spawnSync(asNobody[0]!, [...asNobody.slice(1), 'test', '-r', path]).status === 0

/** Run by root only: without root, every other test already starts the site as an unprivileged user. */
const mayTry = process.getuid?.() === 0 && [process.execPath, join(root, 'build/program/main.js')].every(isReadable)

test.runIf(mayTry)('it serves as a user who may write nothing but the data directory', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hangxie-nobody-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await chown(dataDir, NOBODY, NOBODY)
  expect(spawnSync(asNobody[0]!, [...asNobody.slice(1), 'touch', join(root, 'package.json')]).status).not.toBe(0)
  const site = await startSite({ dataDir, as: asNobody, env: { HOME: '/nonexistent', TMPDIR: '/nonexistent' } })
  onTestFinished(() => site.cleanUp())
  for (const path of ['/readyz', '/admin/home', '/api/config/public'])
    expect((await fetch(site.url + path)).status).toBe(200)
  expect(await site.stop()).toBe(0)
})
