import { once } from 'node:events'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../operation/sites.ts'
import { hangxie } from '../operation/tool.ts'
import { administrator } from '../setups/administrator.ts'
import { demoDirectory, fresh, home, lookIn, refused, restore, setUpBackups, spawnTool } from '../setups/backups.ts'
import { until } from '../support/site.ts'

setUpBackups()

type Run = { id: number; progress: string; result: string }

test('a backup that somebody ends half-way leaves nothing', async () => {
  const folder = join(home, 'cancelled')
  const env = { BACKUP_DIR: folder, STAFF_TOTP: 'off', CAPTCHA: 'off' }
  vi.stubEnv('BACKUP_DIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const site = await start({ demo: true, env })
  // A large file keeps it at work.
  const year = String(new Date().getUTCFullYear())
  const [name] = await readdir(join(site.dataDir, 'files', year))
  await writeFile(join(site.dataDir, 'files', year, name!), Buffer.alloc(400 << 20))
  const admin = await administrator(site)
  await until(async () =>
    (await admin.get('/staff/job/list')).data.some(({ job }: { job: string }) => job === 'backup'),
  )
  const { data } = await admin.post('/staff/backup/run', {})
  const last = async (): Promise<Run | undefined> =>
    (await admin.get('/staff/job/runs')).data.list.find(({ id }: Run) => id === data.run)
  await until(async () => (await last())?.progress, 120_000)
  expect(await admin.post('/staff/job/cancel', { run: data.run })).toMatchObject({ code: 200 })
  await until(async () => (await last())?.result === 'cancelled', 120_000)
  expect(await readdir(folder)).toEqual([])
  await site.stop()
})

test('a backup that is killed leaves the older one, and none that is half; the next begins anew', async () => {
  const dataDir = await demoDirectory()
  const folder = join(home, 'killed')
  vi.stubEnv('BACKUP_DIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await hangxie(dataDir, 'backup', 'run')).toMatchObject({ code: 0, stdout: /已试恢复并核对/ })
  const before = await readdir(folder)
  const child = spawnTool(dataDir, 'backup', 'run')
  await until(async () => (await readdir(folder)).some(name => name.endsWith('.part')))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await readdir(folder)).filter(name => !name.endsWith('.part'))).toEqual(before)
  expect(JSON.parse((await hangxie(dataDir, 'backup', 'list', '--json')).stdout)).toMatchObject([{ name: before[0] }])
  expect(await hangxie(dataDir, 'backup', 'run')).toMatchObject({ code: 0 })
  // Whatever was made in the last 48 hours stays.
  const [oldest, newest] = (await readdir(folder)).filter(name => !/\.(part|json)$/.test(name))
  expect(oldest).toBe(before[0])
  // The archive needs the site's own key; without a passphrase nothing else is needed.
  const path = join(folder, newest!)
  await refused(path, /secret\.key/)
  const restored = fresh()
  await mkdir(restored, { mode: 0o700 })
  await cp(join(dataDir, 'secret.key'), join(restored, 'secret.key'))
  expect(await restore(restored, path)).toMatchObject({ code: 0 })
  expect((await (await lookIn(restored)).query('select from account')).rowCount).toBeGreaterThan(10)
})
