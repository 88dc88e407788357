import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { lookAtTestRestore } from '../src/commands/doctorBackups.ts'
import { SERVICE_SETTINGS } from '../src/commands/siteSettings.ts'
import { environment } from '../src/lib/server/process/config.ts'
import { MAX_UPLOAD_BYTES } from '../src/lib/uploads.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8')

type Service = {
  image: string
  build?: object
  healthcheck?: object
  environment?: Record<string, unknown>
  secrets?: string[]
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  networks: { inside: { ipv4_address: string } }
}
const compose = parse(read('compose.yaml'), { merge: true })
const services = Object.entries(compose.services as Record<string, Service>)
const ours = services.filter(([, { build }]) => build)

describe('compose.yaml', () => {
  test.each(services)('%s runs a version that is named, and is waited for until it is well', (_, service) => {
    expect(service.image).toMatch(/:[\d.]+(-\w+)?\}?$/)
    // Our own image brings its check along.
    expect(Boolean(service.healthcheck) !== Boolean(service.build)).toBe(true)
    for (const { condition } of Object.values(service.depends_on ?? {})) expect(condition).toBe('service_healthy')
  })

  test.each(ours)('%s is given only settings that there are, and the secrets they name', (_, service) => {
    for (const [name, value] of Object.entries(service.environment!)) {
      expect(Object.keys(environment.shape)).toContain(name.replace(/_FILE$/, ''))
      if (name.endsWith('_FILE')) expect(service.secrets).toContain(String(value).replace('/run/secrets/', ''))
    }
    const { proxy } = compose.services
    expect(service.environment).toMatchObject({ TRUST_PROXY: proxy.networks.inside.ipv4_address })
    expect(proxy.command.at(-1)).toContain(`${service.networks.inside.ipv4_address}:3000`)
  })

  test('every secret is made by the script', () => {
    for (const name of Object.keys(compose.secrets)) expect(read('deploy/secrets.sh')).toContain(`make ${name} `)
  })
})

describe('deploy/secrets.sh', () => {
  const NOBODY = 65534
  const ownId = process.getuid!()
  const isRoot = ownId === 0

  /** Runs a copy of the script in a folder of its own, as root or as somebody who is not. */
  function prepare(uid: number) {
    const folder = mkdtempSync(join(tmpdir(), 'hangxie-deploy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    copyFileSync(resolve(import.meta.dirname, '../deploy/secrets.sh'), join(folder, 'secrets.sh'))
    if (isRoot) chownSync(folder, uid, uid)
    return {
      path: (name: string) => join(folder, 'secrets', name),
      modeOf: (name: string) => statSync(join(folder, 'secrets', name)).mode & 0o777,
      run: (env: Record<string, string>, as = uid) =>
        execFileSync('sh', [join(folder, 'secrets.sh')], {
          encoding: 'utf8',
          env: { ...process.env, ...env },
          ...(isRoot && { uid: as, gid: as }),
        }),
    }
  }

  /** The ids in the images: `node` in Node's, `postgres` in PostgreSQL's for Debian. Others than root own all themselves. */
  const ids = isRoot ? { app: 1000, database: 999 } : { app: ownId, database: ownId }
  const env: Record<string, string> = isRoot ? {} : { APP_UID: String(ownId), POSTGRES_UID: String(ownId) }

  test('gives each secret to the user of the containers that read it, and to nobody else', () => {
    const secrets = prepare(ownId)
    const output = secrets.run(env)
    for (const [, { build, secrets: names = [] }] of services)
      for (const name of names) {
        expect(secrets.modeOf(name), name).toBe(0o400)
        expect(statSync(secrets.path(name)).uid, name).toBe(build ? ids.app : ids.database)
      }
    expect([secrets.modeOf('storage.env'), statSync(secrets.path('storage.env')).uid]).toEqual([0o400, ownId])
    expect(secrets.modeOf('')).toBe(0o700)
    expect(output).not.toContain('以 root 再运行')
  })

  test('run by somebody who is not root, shuts the folder and says that the files themselves are open', () => {
    const secrets = prepare(isRoot ? NOBODY : ownId)
    const output = secrets.run({ APP_UID: '1', POSTGRES_UID: '1' })
    expect(output).toContain('以 root 再运行')
    expect(secrets.modeOf('')).toBe(0o700)
    expect([secrets.modeOf('secret_key'), secrets.modeOf('storage.env')]).toEqual([0o644, 0o400])
  })

  test('run once more, shuts files that were open and leaves their content', () => {
    const secrets = prepare(isRoot ? NOBODY : ownId)
    secrets.run({ APP_UID: '1', POSTGRES_UID: '1' })
    writeFileSync(secrets.path('metrics_token'), 'a token of our own')
    const before = readFileSync(secrets.path('database_url'), 'utf8')
    secrets.run(env, ownId)
    for (const name of Object.keys(compose.secrets)) expect(secrets.modeOf(name), name).toBe(0o400)
    expect(readFileSync(secrets.path('metrics_token'), 'utf8')).toBe('a token of our own')
    expect(readFileSync(secrets.path('database_url'), 'utf8')).toBe(before)
  })
})

describe('the samples of proxies', () => {
  const drain = Number(compose.services.app1.environment.DRAIN_SECONDS)

  test('let the largest file through, but not much more', () => {
    for (const [path, pattern] of [
      ['deploy/nginx/hangxie.conf', /client_max_body_size (\d+)m;/],
      ['deploy/caddy/Caddyfile', /max_size (\d+)MB/],
    ] as const) {
      const megabytes = Number(read(path).match(pattern)![1])
      expect(megabytes * 1e6).toBeGreaterThan(MAX_UPLOAD_BYTES)
      expect(megabytes * 1e6).toBeLessThan(MAX_UPLOAD_BYTES * 1.2)
    }
  })

  test('let go of their connections before the server does, and see it go in time', () => {
    const [, idle] = read('deploy/nginx/hangxie.conf').match(/^ {2}keepalive_timeout (\d+)s;/m)!
    expect(Number(idle)).toBeLessThan(drain)
    const [, interval] = read('deploy/caddy/Caddyfile').match(/health_interval (\d+)s/)!
    expect(2 * Number(interval)).toBeLessThan(drain)
  })

  test('keep the figures of /metrics inside', () => {
    expect(read('deploy/nginx/hangxie.conf')).toContain('location = /metrics { return 404; }')
    expect(read('deploy/caddy/Caddyfile')).toContain('respond @metrics 404')
  })
})

const hasPsql = spawnSync('psql', ['--version']).status === 0

describe('deploy/postgres/roles.sql', () => {
  test.runIf(hasPsql)('makes an owner that may restore on trial, with passwords of the environment', async () => {
    const name = `role_${randomBytes(4).toString('hex')}`
    const folder = mkdtempSync(join(tmpdir(), 'hangxie-deploy-'))
    const file = join(folder, 'roles.sql')
    writeFileSync(file, read('deploy/postgres/roles.sql').replaceAll(/\bhangxie(?=[_ ;])/g, name))
    const admin = new Client(inject('connection'))
    await admin.connect()
    onTestFinished(async () => {
      await admin.query(`drop database if exists ${name}`)
      await admin.query(`drop role if exists ${name}, ${name}_owner`)
      await admin.end()
      rmSync(folder, { recursive: true })
    })
    const { host, port, user, database } = admin
    const run = () =>
      spawnSync('psql', ['-h', host, '-p', String(port), '-U', user!, '-d', database!, '-f', file], {
        env: { ...process.env, OWNER_PASSWORD: "o'wner", PROGRAM_PASSWORD: 'program' },
        encoding: 'utf8',
      })
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    const may = `select rolname, rolcreatedb, rolpassword is not null as has from pg_authid where rolname like $1 order by 1`
    const { rows } = await admin.query(may, [`${name}%`])
    expect(rows).toEqual([
      { rolname: name, rolcreatedb: false, has: true },
      { rolname: `${name}_owner`, rolcreatedb: true, has: true },
    ])
    // Stops at the first error: a role that is there already may have another password.
    expect(run()).toMatchObject({ status: 3 })
    const [owner, program] = [`${name}_owner`, name].map(user => ({ ...inject('connection'), user }))
    expect((await lookAtTestRestore(owner!)).toString()).toMatch(/试恢复到临时数据库/)
    expect(await lookAtTestRestore(program!)).toMatchObject({ steps: [`alter role "${name}" createdb;`] })
  })
})

describe('backups', () => {
  const unit = read('deploy/systemd/hangxie@.service')
  const backup = read('deploy/systemd/hangxie-backup.service')
  const setIn = (text: string, name: string) => text.match(new RegExp(`${name}=(\\S+)`))?.[1]

  test('by a unit have the settings and the user of the servers, and may write where these say', () => {
    const settings = parseEnv(read('deploy/hangxie.env'))
    for (const text of [unit, backup]) {
      for (const line of ['User=hangxie', 'WorkingDirectory=/opt/hangxie', `EnvironmentFile=${SERVICE_SETTINGS[0]}`])
        expect(text).toContain(`\n${line}\n`)
      expect(text).not.toMatch(/(DATA_DIR|BACKUP_DIR|DATABASE_URL)=/)
      expect(setIn(text, 'ReadWritePaths')).toBe(`-${settings.BACKUP_DIR}`)
      expect(settings.DATA_DIR).toBe(`/var/lib/${setIn(text, 'StateDirectory')}`)
    }
    for (const name of Object.keys(settings)) expect(Object.keys(environment.shape)).toContain(name)
    const [, command] = backup.match(/program\/cli\.js (.+)$/m)!
    expect(read('src/commands/commands.ts')).toContain(`'${command}':`)
  })

  test('in containers lie on a volume that both servers have and may write', () => {
    for (const [, { environment, volumes }] of ours) {
      expect(volumes).toContain(`backups:${environment!.BACKUP_DIR}`)
      expect(read('Dockerfile')).toMatch(new RegExp(`install -d -o node -g node -m 700 .*${environment!.BACKUP_DIR}`))
    }
    expect(Object.keys(compose.volumes)).toContain('backups')
  })

  test('are at the time that the program itself would make them', () => {
    const [, time] = read('deploy/systemd/hangxie-backup.timer').match(
      /OnCalendar=\*-\*-\* (\d\d:\d\d):00 Asia\/Shanghai/,
    )!
    expect(time).toBe(environment.parse({}).BACKUP_AT)
  })
})
