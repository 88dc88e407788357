/**
 * What every command needs first: the packages of the lock file, and pages built from their sources. Plain JavaScript
 * for any Node from 18 on, because it runs before anything is installed; everything else runs on Node of node_modules.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const say = line => process.stderr.write(`${line}\n`)

const programs = join(root, 'node_modules/.bin')
const ownNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** Without node_modules: npm itself must not run on the Node that it is about to replace. */
const outerPath = process.env.PATH.split(delimiter).filter(folder => folder !== programs)

export class Failure extends Error {}

/** Runs `main`; what goes wrong is one sentence, and an exit code. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    say(error instanceof Failure ? error.message : error.stack)
    process.exitCode = 1
  }
}

/** Installs what the lock file names, unless it is there. `dev`: what only development and tests need, too. */
export async function install({ dev = false } = {}) {
  if (isInstalled(dev)) return
  say('正在安装依赖，首次约需一至数分钟……')
  const begun = Date.now()
  const patience = setInterval(() => say(`仍在安装……已 ${seconds(begun)} 秒`), 20_000)
  const kinds = dev ? ['--include=dev', '--include=optional'] : ['--include=optional']
  const quiet = ['--loglevel=error', '--engine-strict=false', '--ignore-scripts=false', '--no-audit', '--no-fund']
  const { code } = await run('npm', ['ci', ...kinds, ...quiet], {
    path: outerPath,
    shell: process.platform === 'win32',
  })
  clearInterval(patience)
  if (code !== 0 || !isInstalled(dev))
    throw new Failure('依赖安装失败。请检查网络与 npm 源（npm config get registry），然后重试。')
  say(`依赖已安装（${seconds(begun)} 秒）`)
}

/** Whether every package of the lock file is there in its version, except those for other systems. */
function isInstalled(dev) {
  const present = readPackages('node_modules/.package-lock.json')
  const wanted = Object.entries(readPackages('package-lock.json'))
  const missing = wanted.some(
    ([path, it]) =>
      path && !it.optional && !it.devOptional && (dev || !it.dev) && present[path]?.version !== it.version,
  )
  return !missing && existsSync(ownNode)
}

const readPackages = file => {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

const isTest = file => /\.test\.tsx?$/.test(file)
const isServer = file => /[\\/]server[\\/]/.test(file)

/** What is built, each apart from the other: of which sources and settings, and by what. */
const PARTS = [
  {
    stamp: 'build/pages/stamp',
    sources: ['src', 'public'],
    isSource: file => !isServer(file) && !isTest(file),
    settings: ['vite.config.ts', 'react-router.config.ts'],
    async make() {
      await runBuild('react-router', 'build')
      await compress(join(root, 'build/pages/client'))
    },
  },
  {
    stamp: 'build/program/stamp',
    sources: ['src'],
    isSource: file => file.endsWith('.ts') && !isTest(file),
    settings: ['vite.program.config.ts'],
    make: () => runBuild('vite', 'build', '--config', 'vite.program.config.ts', '--logLevel', 'warn'),
  },
]

/** Builds the pages and the program that serves them, unless they stand built from the sources as they are now. */
export async function build({ force = false } = {}) {
  const stale = PARTS.filter(part => force || !isFresh(part))
  if (stale.length === 0) return
  say('正在构建……')
  const begun = Date.now()
  await writeIdentity()
  await Promise.all(stale.map(buildPart))
  say(`已构建（${seconds(begun)} 秒）`)
}

export const readVersion = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** Says for good what was built: the program and its commands read it, without git and without the sources. */
export async function writeIdentity() {
  const version = readVersion()
  await mkdir(join(root, 'build'), { recursive: true })
  await writeFile(join(root, 'build/identity.json'), JSON.stringify({ version, commit: await commitOf() }))
}

/** The commit, or where there is no git a hash of the sources. */
async function commitOf() {
  if (existsSync(join(root, '.git'))) {
    const args = ['describe', '--always', '--exclude=*', '--abbrev=12', '--dirty']
    const { code, output } = await run('git', args, { quiet: true })
    if (code === 0) return output.trim()
  }
  const hash = createHash('sha256')
  for (const file of [...filesIn(join(root, 'src')), ...filesIn(join(root, 'drizzle'))])
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  return `src-${hash.digest('hex').slice(0, 12)}`
}

const isFresh = part => {
  const stamp = join(root, part.stamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(part)
}

/** Stamped with the sources as they were at the beginning: what changes meanwhile is built the next time. */
async function buildPart(part) {
  const stamp = join(root, part.stamp)
  const sources = fingerprint(part)
  await rm(stamp, { force: true })
  await part.make()
  await writeFile(stamp, sources)
}

async function runBuild(program, ...args) {
  const { code, output } = await run(program, args, { quiet: true, env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Failure(`${output}\n构建失败，原因见上。`)
}

/** Of everything that a part is made from: which files, how long, when changed. */
function fingerprint({ sources, isSource, settings }) {
  const files = sources.flatMap(folder => filesIn(join(root, folder))).filter(isSource)
  const shared = ['package-lock.json', 'tsconfig.json']
  const hash = createHash('sha256')
  for (const file of [...files, ...[...shared, ...settings].map(name => join(root, name))]) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file.slice(root.length)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Paths of all files below the folder, in order. */
export function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .flatMap(entry => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : join(folder, entry.name)))
    .sort()
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Beside every text file its compressed forms, for the server to send as they are. */
async function compress(folder) {
  for (const file of filesIn(folder).filter(name => /\.(m?js|css|svg|html|json)$/.test(name))) {
    const bytes = await readFile(file)
    if (bytes.length < 200) continue
    const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${file}.br`, await toBrotli(bytes, { params }))
    await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }))
  }
}

const running = new Set()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
    if (running.size === 0) process.exit(1)
  })

/** A program, of node_modules by preference and then on our Node; answers its exit code and, if `quiet`, what it said. */
export async function run(
  program,
  args,
  { quiet = false, env = {}, path = [programs, ...outerPath], ...options } = {},
) {
  if (interrupted) throw new Failure('已中断。')
  const child = spawn(program, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env, PATH: path.join(delimiter) },
    ...options,
  })
  running.add(child)
  let output = ''
  const keep = chunk => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise(resolve => {
    child.once('error', error => keep(error.message) ?? resolve(127))
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
  running.delete(child)
  return { code, output }
}

/** Node of node_modules, or of an image, which has no other. */
export const nodeToRun = () => (existsSync(ownNode) ? ownNode : process.execPath)

/** Goes on as Node of node_modules with `args`, in the project's folder, with the settings of `.env` if there is one. */
export async function become(args, env = {}) {
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const { code } = await run(ownNode, [...settings, ...args], { env })
  process.exitCode = code
}

const seconds = begun => Math.round((Date.now() - begun) / 1000)
