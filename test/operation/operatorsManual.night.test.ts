import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/commands/commands.ts'
import { environment } from '../../src/lib/server/process/config.ts'
import { commandsOf, type Typed } from '../support/manual.ts'
import { type Site, startSite, until } from '../support/site.ts'
import { makeScratch } from '../support/tempDir.ts'
import { queryIn } from './sites.ts'
import { runTool } from './tool.ts'

const root = resolve(import.meta.dirname, '../..')
const MANUAL = join(root, 'docs/operators.md')
const TOKEN = 'of the tests of the manual'

/** Commands that another test runs, and the words of that test by which it does. */
const RUN_ELSEWHERE: Record<string, [file: string, words: string]> = {
  'npm start': ['test/operation/stopping.test.ts', 'byNpm: true'],
  'PORT=8080 DATA_DIR=/srv/hangxie npm start': ['test/operation/stopping.test.ts', 'byNpm: true'],
  'NODE_OPTIONS=" " npm start': ['test/operation/stopping.test.ts', 'byNpm: true'],
  'node build/program/main.js': ['test/support/site.ts', `'build/program/main.js'`],
  'npm run release': ['test/operation/release.night.test.ts', 'bin/release.mjs'],
  'tar -xzf hangxie-VERSION-linux-x64.tar.gz': ['test/operation/release.night.test.ts', 'bin/release.mjs'],
  'DEMO=1 hangxie-VERSION-linux-x64/bin/start': [
    'test/operation/release.night.test.ts',
    'startSite({ demo: true, program })',
  ],
  'DATA_DIR=~/.local/share/hangxie hangxie-VERSION-linux-x64/bin/hangxie doctor': [
    'test/operation/release.night.test.ts',
    `join(program, 'bin/hangxie')`,
  ],
  'npm run stand-ins': ['test/operation/standIns.night.test.ts', 'stand-ins'],
  'sudo -u postgres psql -f /opt/hangxie/deploy/postgres/roles.sql': [
    'test/deploy.test.ts',
    'deploy/postgres/roles.sql',
  ],
  'sh deploy/secrets.sh': ['test/deploy.test.ts', 'secrets.sh'],
  'DATA_DIR=/tmp/drill hangxie restore s3://桶/名称': [
    'test/operation/backups/scheduledBackup.night.test.ts',
    'restore(dataDir, address)',
  ],
}

/** Commands that would change this machine, or need what it has not: what is checked of them instead. */
const NOT_HERE: [RegExp, reason: string][] = [
  [
    /^apt (?:install \.\/hangxie_VERSION_amd64\.deb nginx|(?:remove|purge) hangxie)$/,
    'installs into the machine: tried by hand in Debian 12 and 13, docs/decisions/releases.md',
  ],
  [/^useradd /, 'adds a user to the machine'],
  [/^npm (?:ci|run build)$/, 'replaces the packages that this test runs on: test/builds.test.ts'],
  [/^npm run release -- \S+ --key \S+$/, 'commits and tags'],
  [/docker /, 'there is no engine: services and settings are compared with compose.yaml'],
  [/^caddy /, 'Caddy is not installed where the tests run: docs/decisions/edge.md'],
]

let home = ''
let site: Site | undefined
const dataDir = () => join(home, 'var/lib/hangxie')
const settings = () => ({
  DATA_DIR: dataDir(),
  BACKUP_DIR: join(home, 'var/backups/hangxie'),
  WAL_ARCHIVE: 'folder',
  METRICS_TOKEN: TOKEN,
  STAFF_TOTP: 'off',
})
const port = () => String(site!.port)

/** The machine of the manual, in a folder: absolute paths of its commands lie below it. */
beforeAll(async () => {
  home = await makeScratch('manual')
  for (const path of ['etc/nginx/conf.d', 'etc/caddy', 'etc/prometheus', 'etc/hangxie', 'etc/systemd/system'])
    await mkdir(join(home, path), { recursive: true })
  for (const path of ['usr/local/bin', 'usr/share/doc', 'opt/hangxie', 'var/lib', 'var/backups', 'safe', 'bin', 'work'])
    await mkdir(join(home, path), { recursive: true })
  await symlink(join(root, 'deploy'), join(home, 'usr/share/doc/hangxie'))
  await promisify(execFile)(
    'git',
    ['archive', '--prefix', 'hangxie/', '-o', join(home, 'work/hangxie.tar.gz'), 'HEAD'],
    {
      cwd: root,
    },
  )
  await cp(join(root, 'deploy/hangxie.env'), join(home, 'etc/hangxie/hangxie.env'))
  await cp(process.env.SITE_TEMPLATE!, dataDir(), { recursive: true })
  await cp(join(dataDir(), 'secret.key'), join(home, 'safe/secret.key'))
  await startOwn()
}, 300_000)
afterAll(async () => {
  await site?.cleanUp()
  await runTool(settings(), 'migrate', 'status')
  await rm(home, { recursive: true, force: true })
})

async function startOwn() {
  if (site && site.exitCode() === null) return
  site = await startSite({ dataDir: dataDir(), env: { ...settings(), BACKUP_AT: 'off', DEMO: '1', TRIAL: '0' } })
}
async function stopOwn() {
  if (site && site.exitCode() === null) expect(await site.stop()).toBe(0)
}

const filesIn = (path: string) => readdir(path, { recursive: true }).catch((): string[] => [])

const inHome = (text: string) =>
  text
    .replaceAll(/(?<![\w.:/])\/(etc|var|opt|usr\/local|usr\/share\/doc|tmp\/drill)(?=\/|\b)/g, `${home}/$1`)
    .replaceAll('/安全的地方', `${home}/safe`)
    .replaceAll(/-[og] (?:hangxie|prometheus)\b/g, '')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${port()}`)

/** Runs a line of shell in the folder `work`, where the sources lie as the manual has unpacked them. */
async function shell(text: string): Promise<string> {
  const env = { ...process.env, METRICS_TOKEN: TOKEN, PATH: `${home}/bin:${process.env.PATH}:/usr/sbin` }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', inHome(text)], {
    cwd: join(home, 'work'),
    env,
  })
  return stdout + stderr
}

/** Gives the words of a command in brackets, of alternatives the first, and each of a list of subcommands. */
function variantsOf(text: string): string[] {
  const [, before, names, after] = /^(hangxie \w+ )([a-z]+(?:\|[a-z]+)+)(.*)$/.exec(text) ?? []
  if (names) return names.split('|').map(name => `${before}${name} ${GIVEN_TO[name] ?? ''}${after}`.trim())
  return [
    text
      .replaceAll(/[[\]]/g, '')
      .replace(/ \| \S+/g, '')
      .replace(/ ?或 s3:\S+/, '')
      .replace(/\|s3:\S+/, ''),
  ]
}
const GIVEN_TO: Record<string, string> = { check: 'FILE', apply: 'FILE', export: 'FILE' }

const wordsOf = (text: string) =>
  [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, quoted, double, bare]) => quoted ?? double ?? bare!)

/** Runs a command of `hangxie` as the manual writes it, with what stands for something put in its place. */
async function hangxie(text: string) {
  const [, assigned = '', line = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(text)!
  const own = Object.fromEntries(wordsOf(inHome(assigned)).map(each => each.split('=') as [string, string]))
  const [, ...words] = wordsOf(line)
  const name = Object.hasOwn(commands, words.slice(0, 2).join(' ')) ? words.slice(0, 2).join(' ') : words[0]!
  const args = await Promise.all(words.map(word => givenFor(name, word)))
  if (name === 'admin create') await queryIn({ host: join(dataDir(), 'run'), user: 'hangxie' }, FORGET_GUANYI)
  const more: Record<string, string> = args.includes('--encrypt')
    ? { BACKUP_PASSPHRASE: 'of the tests of the manual' }
    : {}
  const said = await runTool({ ...settings(), ...own, ...more, ...(name === 'restore' && (await target())) }, ...args)
  // A check may find something on this site.
  if (name !== 'doctor') expect(said.code, `${text}: ${said.stderr}`).toBe(0)
  expect(said.stdout.length, text).toBeGreaterThan(0)
  if (name === 'maintenance') await runTool(settings(), 'maintenance', 'off')
  return said
}
const FORGET_GUANYI = `update account set user_name = 'guanyi' || id where user_name = 'guanyi'`

/** Where a restore goes: to the directory of the site if that was moved away, else to a fresh one; with the key in it. */
async function target() {
  const isMoved = existsSync(dataDir()) && !existsSync(join(dataDir(), 'pg'))
  const place = isMoved ? dataDir() : join(home, `restored-${++made}`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  await cp(join(home, 'safe/secret.key'), join(place, 'secret.key'))
  return { DATA_DIR: place }
}

async function newestBackup(): Promise<string> {
  const list = async () => JSON.parse((await runTool(settings(), 'backup', 'list', '--json')).stdout)
  if ((await list()).length === 0) expect(await runTool(settings(), 'backup', 'run')).toMatchObject({ code: 0 })
  const [{ name, place }] = await list()
  return join(place, name)
}

/** What stands for something in the manual, in both languages. */
async function givenFor(command: string, word: string): Promise<string> {
  if (/^(文件|FILE|名称或文件)$/.test(word) && command.startsWith('pack')) return packFile(command)
  if (/^(文件|FILE)$/.test(word) || /hangxie-\d{8}-\d{6}\.tar\.enc$/.test(word)) return newestBackup()
  if (/^(文件|file)\.zip$/.test(word)) return join(home, `${command}-${++made}.zip`)
  if (/^(目录|DIR)\/$/.test(word)) {
    await mkdir(join(home, `by-hand-${++made}`))
    return join(home, `by-hand-${made}/`)
  }
  if (/^(指纹|FINGERPRINT)$/.test(word)) {
    const slip = await fetch(`${site!.url}/api/cert/verify/slip?number=CBWA-QX01-A-2023-0012`)
    expect(slip.headers.get('content-type')).toBe('application/pdf')
    const keys = JSON.parse((await runTool(settings(), 'keys', 'list', '--json')).stdout)
    return keys.find((key: { replacedAt: null; lostAt: null }) => !key.lostAt && !key.replacedAt).fingerprint
  }
  if (word === '2026-11-23 10:15:00') return 'latest'
  return { N: '14', DATE: '2026-11-01', NAME: 'guanyi', WORDS: '导入以前', '…': '系统升级' }[word] ?? word
}
let made = 0

async function packFile(command: string): Promise<string> {
  if (command === 'pack export') return join(home, `exported-${++made}.yaml`)
  const file = join(home, 'own.yaml')
  if (!existsSync(file)) expect(await runTool(settings(), 'pack', 'export', file)).toMatchObject({ code: 0 })
  return file
}

/** A unit is one of ours, started as a process of its own, or another's, which is named only. */
async function systemctl(words: readonly string[]) {
  const [verb, ...units] = words.filter(word => !word.startsWith('--'))
  if (verb === 'daemon-reload') return verifyUnits()
  expect(['enable', 'start', 'stop', 'restart', 'reload']).toContain(verb)
  for (const unit of units) {
    if (['nginx', 'caddy'].includes(unit)) continue
    expect(unit).toMatch(/^hangxie@(300[12]|\*)$/)
    expect(existsSync(join(root, 'deploy/systemd/hangxie@.service'))).toBe(true)
    // The second process would need a PostgreSQL of its own.
    if (unit.endsWith('3002')) continue
    if (verb === 'stop' || verb === 'restart') await stopOwn()
    if (verb !== 'stop') await startOwn()
  }
}

/** Has systemd itself read the units, where it is installed: words that it does not know, programs that are not there. */
async function verifyUnits() {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  for (const name of ['hangxie@.service', 'hangxie-backup.service', 'hangxie-backup.timer']) {
    const text = await readFile(join(root, 'deploy/systemd', name), 'utf8')
    await writeFile(join(home, name), text.replaceAll('/opt/hangxie', root))
  }
  const units = ['hangxie@3001.service', 'hangxie-backup.timer'].map(name => join(home, name))
  const said = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  expect([said.status, said.stderr]).toEqual([0, ''])
}

async function nginx(words: readonly string[]) {
  if (words[0] === '-s') return
  expect(words).toEqual(['-t'])
  const path = process.env.NGINX || '/usr/sbin/nginx'
  if (!existsSync(path)) return console.info('nginx is not here: its sample is not checked')
  await makeTls()
  const conf = join(home, 'etc/nginx/conf.d/hangxie.conf')
  const text = await readFile(conf, 'utf8')
  expect(text).not.toContain('www.example.com')
  // The comment of the line before: the paths of the certificate; and no port of this machine.
  await writeFile(
    conf,
    text
      .replaceAll(/(?<!\w)\/etc\/nginx/g, join(home, 'etc/nginx'))
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll(/listen (80|443)/g, `listen unix:${home}/$1.sock`),
  )
  const main = join(home, 'etc/nginx/nginx.conf')
  await writeFile(
    main,
    `pid ${home}/nginx.pid; error_log stderr; events {} http { include ${home}/etc/nginx/conf.d/*.conf; }`,
  )
  const said = spawnSync(path, ['-t', '-c', main, '-e', 'stderr'], { encoding: 'utf8' })
  expect(said.status, said.stderr).toBe(0)
}

async function makeTls() {
  const tls = join(home, 'etc/nginx/tls')
  await mkdir(tls, { recursive: true })
  await shell(
    `openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -days 2 -keyout ${tls}/privkey.pem -out ${tls}/fullchain.pem`,
  )
}

async function promtool(text: string) {
  if (spawnSync('promtool', ['--version']).status !== 0)
    return console.info('promtool is not here (Debian: prometheus)')
  const beside = text.endsWith(' alerts.test.yml') ? `cd deploy/monitoring && ${text}` : text
  const config = join(home, 'etc/prometheus/prometheus.yml')
  if (existsSync(config)) await writeFile(config, inHome(await readFile(config, 'utf8')))
  expect(await shell(beside)).toContain('SUCCESS')
}

/** A mirror of an old site, fetched through a proxy: the address of the manual is nobody's. */
async function wget(text: string) {
  const old = createServer((request, response) => {
    const page = '<html><head><title>旧</title></head><body><a href="/show.asp?id=12">十二</a></body></html>'
    response.setHeader('content-type', 'text/html; charset=utf-8').end(request.url?.includes('robots') ? '' : page)
  }).listen(0, '127.0.0.1')
  await once(old, 'listening')
  const proxy = `http://127.0.0.1:${(old.address() as AddressInfo).port}`
  try {
    await shell(`http_proxy=${proxy} ${text.includes('http://') ? text : `${text} http://www.old.example/`}`)
    expect(existsSync(join(home, 'work/www.old.example/show.asp@id=12.html'))).toBe(true)
  } finally {
    old.close()
  }
}

/** Services and settings that the lines for containers name are those of `compose.yaml`. */
async function docker(text: string) {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8')
  expect(text).not.toMatch(/hangxie:\d/)
  for (const service of text.match(/\bapp\d\b/g) ?? [])
    expect(Object.keys(parse(compose, { merge: true }).services)).toContain(service)
  for (const [, name] of text.matchAll(/\b([A-Z][A-Z_]+)=/g)) expect(compose, text).toContain(`\${${name}`)
  expect(spawnSync('bash', ['-n', '-c', text.replace(' … ', ' ')]).status, text).toBe(0)
}

/** `create database …` and the like, on a PostgreSQL with the roles that the manual has made before. */
async function sql(text: string) {
  const owner = new Client({ host: join(dataDir(), 'run'), user: 'hangxie', database: 'postgres' })
  await owner.connect()
  try {
    await owner.query(`do $$ begin create role hangxie_owner login; exception when duplicate_object then null; end $$`)
    // The built-in database has a role of this name already.
    const own = text.replaceAll('hangxie_program', 'program_of_manual')
    await owner.query(own.replace('on database hangxie to', 'on database postgres to'))
  } finally {
    await owner.end()
  }
}

async function run(typed: Typed): Promise<void> {
  const { text } = typed
  if (typed.kind === 'sql') return sql(text)
  if (typed.kind === 'settings') return expectSettings(text)
  const elsewhere = RUN_ELSEWHERE[text]
  if (elsewhere) return expect(await readFile(join(root, elsewhere[0]), 'utf8')).toContain(elsewhere[1])
  if (/docker/.test(text)) return docker(text)
  if (NOT_HERE.some(([pattern]) => pattern.test(text))) return
  if (/^wget /.test(text)) return wget(text)
  if (/^promtool /.test(text)) return promtool(text)
  for (const part of text.split(/ && |; (?=\w+ \/)/).map(each => each.replace(/^sudo (?!-u)/, ''))) await runPart(part)
}

async function runPart(part: string): Promise<void> {
  const [program, ...words] = wordsOf(part)
  if (NOT_HERE.some(([pattern]) => pattern.test(part))) return
  if (/^(?:[A-Z_]+=\S+ )*hangxie /.test(part)) for (const each of variantsOf(part)) await hangxie(each)
  else if (program === 'systemctl') await systemctl(words)
  else if (program === 'nginx') await nginx(words)
  else if (program === 'sha256sum') await shell(`sha256sum hangxie.tar.gz > SHA256SUMS; ${part}`)
  else if (program === 'cd') await shell(`test -d ${words[0]} || test -d ${root}`)
  else if (program === 'zip') await shell(`cd www.old.example && ${part} && unzip -l ../旧网站.zip`)
  else if (program === 'openssl')
    await shell(`${MAKE_PFX} && ${part.replaceAll('-in cert.pfx', '-passin pass: -in cert.pfx')}`)
  else if (['cp', 'sed', 'ln', 'install', 'tar', 'mv', 'curl'].includes(program!)) await shell(part)
  else throw new Error(`no test runs this line of the manual: ${part}`)
}
const MAKE_PFX = `openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -days 2 -keyout k.pem -out c.pem && openssl pkcs12 -export -inkey k.pem -in c.pem -passout pass: -out cert.pfx`

async function expectSettings(text: string) {
  const compose = await readFile(join(root, 'compose.yaml'), 'utf8')
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
  for (const [, name] of text.matchAll(/(?:^| )([A-Z][A-Z0-9_]*)=/g)) {
    const isKnown = text.startsWith('export ')
      ? compose.includes(`\${${name}`) || dockerfile.includes(name!)
      : Object.hasOwn(environment.shape, name!)
    expect([name, isKnown]).toEqual([name, true])
  }
}

/** A block begins on a machine where what an earlier one made is not yet. */
async function beginBlock() {
  await startOwn()
  // The archive that a restore to a moment begins with.
  await until(async () => (await filesIn(settings().BACKUP_DIR)).some(file => /base\/.*\.json$/.test(file)), 120_000)
  await rm(join(home, 'usr/local/bin/hangxie'), { force: true })
  await rm(join(home, 'var/lib/hangxie.old'), { recursive: true, force: true })
  await cp(join(root, 'deploy'), join(home, 'work/deploy'), { recursive: true })
}

test('every command of the operator’s manual is run, or its reason not to be is written here', {
  timeout: 1_800_000,
}, async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const typed = (await commandsOf(MANUAL)).map(each => ({ ...each, text: each.text.replaceAll(version, 'VERSION') }))
  expect(typed.length).toBeGreaterThan(150)
  const failures: string[] = []
  let block: number | undefined
  const done = new Set<string>()
  for (const each of typed) {
    // The same words in another sentence: once is enough.
    if (each.block === undefined && done.has(each.text)) continue
    if (each.block !== block) await beginBlock()
    block = each.block
    done.add(each.text)
    await run(each).catch(error => failures.push(`${each.text}\n    ${String(error.message ?? error).slice(0, 600)}`))
  }
  expect(failures.join('\n')).toBe('')
  const unused = Object.keys(RUN_ELSEWHERE).filter(text => !typed.some(each => each.text === text))
  expect(unused).toEqual([])
})
