import { execFile, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSite } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'

const root = resolve(import.meta.dirname, '../..')
/** The program alone, as an archive and a Debian package hold it. */
let program = ''

beforeAll(async () => {
  program = join(await makeScratch('release'), 'hangxie')
  await promisify(execFile)(process.execPath, ['bin/release.mjs', '--folder', program], { cwd: root })
}, 300_000)
afterAll(() => rm(resolve(program, '..'), { recursive: true }))

/** A command of the release; neither npm nor another Node is there to be found. */
const run = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(join(program, 'bin/hangxie'), args, { env: { PATH: '/usr/bin:/bin', ...env }, encoding: 'utf8' })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    path => !lstatSync(join(folder, path)).isDirectory(),
  )

test('no source and nothing of development is in it, and less than 400 MB', () => {
  const files = filesIn(program)
  expect(
    files.filter(path => /^src\/.*\.tsx?$|\.test\.[cm]?[jt]s$|^node_modules\/(?:vite|typescript|vitest)\//.test(path)),
  ).toEqual([])
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(program, path)).size, 0)
  expect(bytes / 1e6).toBeLessThan(400)
})

test('it serves, typesets, signs, reads files in processes of their own, and is never written to', async () => {
  const before = filesIn(program)
  const site = await startSite({ demo: true, program })
  onTestFinished(() => site.cleanUp())
  const page = await fetch(`${site.url}/admin/home`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
  const slip = await fetch(`${site.url}/api/cert/verify/slip?number=CBWA-QX01-A-2023-0012`)
  expect(slip.headers.get('content-type')).toBe('application/pdf')
  const form = new FormData()
  form.append('file', new File([await slip.arrayBuffer()], '查验单.pdf'))
  const read = await fetch(`${site.url}/api/cert/verify/file`, { method: 'POST', body: form })
  expect(await read.json()).toMatchObject({ code: 200, data: { verdict: 'own' } })
  const list = new FormData()
  list.append('file', new File(['证书编号\nCBWA-QX01-A-2023-0012\n'], '编号.csv'))
  const batch = await fetch(`${site.url}/api/cert/verify/batch/file`, { method: 'POST', body: list })
  expect(await batch.json()).toMatchObject({ code: 200, data: { rows: [{ number: 'CBWA-QX01-A-2023-0012' }] } })
  expect(await site.stop()).toBe(0)
  expect(filesIn(program)).toEqual(before)
})

test('its commands make a site, back it up and restore it on trial, without npm', async () => {
  const dataDir = await makeScratch('released')
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') }
  expect(run(settings, 'migrate', '--create')).toMatchObject({ status: 0 })
  expect(run(settings, 'admin', 'create', '--user', 'guanyi', '--name', '关毅').stdout).toContain('/staff/')
  expect(run(settings, 'backup', 'run')).toMatchObject({ status: 0, stdout: expect.stringContaining('试恢复') })
  const bill = run(settings, 'sbom')
  expect(JSON.parse(bill.stdout)).toMatchObject({ bomFormat: 'CycloneDX' })
})

test('what the units of systemd start is there, and the scripts of the package are sound shell', async () => {
  for (const unit of ['hangxie@.service', 'hangxie-backup.service']) {
    const text = await readFile(join(root, 'deploy/systemd', unit), 'utf8')
    const [, node, script] = /^ExecStart=\/opt\/hangxie\/(\S+) (?:--\S+ )*(\S+)/m.exec(text)!
    expect([node, script].filter(path => !existsSync(join(program, path!)))).toEqual([])
  }
  for (const script of ['postinst', 'prerm', 'postrm'])
    expect(spawnSync('sh', ['-n', join(root, 'deploy/debian', script)]).status).toBe(0)
})
