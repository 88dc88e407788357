import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { environment } from '../src/lib/server/process/config.ts'
import { LARGEST } from '../src/lib/uploads.ts'

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

describe('the samples of proxies', () => {
  const drain = Number(compose.services.app1.environment.DRAIN_SECONDS)

  test('let the largest file through, but not much more', () => {
    for (const [path, pattern] of [
      ['deploy/nginx/hangxie.conf', /client_max_body_size (\d+)m;/],
      ['deploy/caddy/Caddyfile', /max_size (\d+)MB/],
    ] as const) {
      const megabytes = Number(read(path).match(pattern)![1])
      expect(megabytes * 1e6).toBeGreaterThan(LARGEST)
      expect(megabytes * 1e6).toBeLessThan(LARGEST * 1.2)
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

describe('backups', () => {
  const unit = read('deploy/systemd/hangxie@.service')
  const backup = read('deploy/systemd/hangxie-backup.service')
  const setIn = (text: string, name: string) => text.match(new RegExp(`${name}=(\\S+)`))?.[1]

  test('by a unit have the settings, the user and the places of the servers, and may write there', () => {
    for (const line of ['User=hangxie', 'WorkingDirectory=/opt/hangxie', 'EnvironmentFile=/etc/hangxie.env'])
      for (const text of [unit, backup]) expect(text).toContain(`\n${line}\n`)
    for (const name of ['DATA_DIR', 'BACKUP_DIR']) {
      expect(setIn(unit, `Environment=${name}`)).toBeTruthy()
      expect(setIn(backup, `Environment=${name}`)).toBe(setIn(unit, `Environment=${name}`))
    }
    for (const text of [unit, backup]) {
      expect(setIn(text, 'ReadWritePaths')).toBe(`-${setIn(text, 'Environment=BACKUP_DIR')}`)
      expect(setIn(text, 'Environment=DATA_DIR')).toBe(`/var/lib/${setIn(text, 'StateDirectory')}`)
    }
    const [, command] = backup.match(/src\/cli\.ts (.+)$/m)!
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
