import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#lib/server/process/config.ts'
import { runTool } from '#test/operation/tool.ts'
import { actAsOwner, findSettings, loadSettings, refuseOtherDatabase, refuseRootsDirectory } from './siteSettings.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'hangxie-settings-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('a command has the settings of the service, unless others are given', async () => {
  const home = await folder()
  const [service, project] = [join(home, 'hangxie.env'), join(home, 'app')]
  await mkdir(project)
  const places = { project, service: [join(home, 'none'), service] }
  expect(findSettings({}, undefined, places)).toEqual({ title: '默认值' })
  await writeFile(service, 'DATA_DIR=/srv/data\nDATABASE_URL=postgres://me:secret@db:5432/site\n')
  expect(findSettings({}, undefined, places)).toEqual({ title: service, file: service })
  expect(findSettings({ DATA_DIR: '/tmp/drill' }, undefined, places)).toEqual({ title: '环境变量' })
  await writeFile(join(project, '.env'), 'PORT=8080\n')
  expect(findSettings({}, undefined, places)).toMatchObject({ file: join(project, '.env') })
  expect(findSettings({ DATABASE_URL_FILE: '/run/url' }, undefined, places)).toMatchObject({
    title: expect.stringContaining('环境变量和'),
  })
  expect(() => findSettings({}, join(home, 'other.env'), places)).toThrow(/没有设置文件 .*other\.env/)

  // Who names a file means its site, whatever the shell has.
  const env: Record<string, string | undefined> = { DATABASE_OWNER_URL: 'postgres://elsewhere/x', LOG_LEVEL: 'warn' }
  loadSettings(env, findSettings(env, service, places))
  expect(env).toEqual({
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://me:secret@db:5432/site',
    LOG_LEVEL: 'warn',
  })
})

test('a restore does not make a built-in database where the service has its own PostgreSQL', async () => {
  const home = await folder()
  const service = join(home, 'hangxie.env')
  const config = readConfig({ DATA_DIR: join(home, 'data') })
  expect(refuseOtherDatabase(config, [service])).toBeUndefined()
  await writeFile(service, 'DATABASE_URL=postgres://me:secret@db:5432/site\n')
  expect(() => refuseOtherDatabase(config, [service])).toThrow(/使用自己的 PostgreSQL.*--env-file/)
  expect(refuseOtherDatabase(readConfig({ DATABASE_URL: 'postgres://db/site' }), [service])).toBeUndefined()
})

test('root goes on as the owner of the data directory, and makes none in place of the service', async () => {
  const done: unknown[] = []
  const asked = (uid: number) => ({
    getuid: () => uid,
    initgroups: (...of: unknown[]) => done.push(['initgroups', ...of]),
    setgroups: () => {},
    setgid: (id: unknown) => done.push(['setgid', id]),
    setuid: (id: unknown) => done.push(['setuid', id]),
  })
  const home = await folder()
  if (process.getuid!() === 0) await chown(home, 1234, 1235)
  const { uid, gid } = await stat(home)
  actAsOwner(home, asked(1) as never)
  expect(done).toEqual([])
  actAsOwner(home, asked(0) as never)
  if (uid !== 0)
    expect(done).toEqual([
      ['initgroups', uid, gid],
      ['setgid', gid],
      ['setuid', uid],
    ])
  const config = readConfig({ DATA_DIR: join(home, 'none') })
  const source = { title: '', file: '/etc/hangxie/hangxie.env' }
  expect(() => refuseRootsDirectory(config, source, asked(0) as never)).toThrow(/install -d -o hangxie/)
  expect(refuseRootsDirectory(config, { title: '环境变量' }, asked(0) as never)).toBeUndefined()
})

test('a command says which site it acts on, and makes none unless it is told to', { timeout: 150_000 }, async () => {
  const home = await folder()
  const file = join(home, 'hangxie.env')
  const dataDir = join(home, 'data')
  await writeFile(file, `DATA_DIR=${dataDir}\n`)
  const doctor = await runTool({}, 'doctor', '--env-file', file)
  expect(doctor).toMatchObject({ code: 1, site: `站点：数据目录 ${dataDir}；数据库 内置；设置取自 ${file}\n` })
  expect(doctor.stdout).toMatch(/✗ 数据目录：数据目录 .* 不存在/)
  const status = await runTool({}, 'migrate', 'status', '--env-file', file)
  expect(status).toMatchObject({ code: 1, stdout: '', stderr: /不存在.*--create。\n$/ })
  await mkdir(dataDir)
  const made = await runTool({}, 'admin', 'create', '--user', 'guanyi', '--env-file', file)
  expect(made).toMatchObject({ code: 1, stderr: /里没有数据库/ })
  expect(await runTool({}, 'backup', 'list', '--env-file', file)).toMatchObject({ code: 0, stderr: '' })
})
