/**
 * Makes a release in `release/`: for each kind of processor an archive and a Debian package, what is in them (CycloneDX),
 * what has changed, checksums and, with a key, their signature. `--help` lists the options.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { fillArchive, PROCESSORS } from './archive.mjs'
import { makePackage } from './debianPackage.mjs'
import { build, Failure, install, nodeToRun, readVersion, root, run, runMain, say } from './prepare.mjs'

const HELP = `用法：npm run release -- [版本] [选项]

  版本              如 1.0.0：写进 package.json 和更新记录，提交并打标签；不写则按现在的版本制作，不提交
  --processor X     x64、arm64，可写几次；默认都做
  --key X           gpg 的密钥：给 SHA256SUMS 签名
  --folder X        只把本机处理器的程序放进这个空目录（镜像用），不打包`

const OPTIONS = {
  processor: { type: 'string', multiple: true },
  key: { type: 'string' },
  folder: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
}

const git = async (...args) => {
  const { code, output } = await run('git', args, { quiet: true })
  if (code !== 0) throw new Failure(`git ${args[0]}：${output.trim()}`)
  return output.trim()
}
const must = async (program, args, options) => {
  const { code, output } = await run(program, args, { quiet: true, ...options })
  if (code !== 0) throw new Failure(`${program}：${output.trim()}`)
  return output
}

/** Files that name the version in lines that operators type or that machines read. */
const NAMING_VERSION = ['docs/operators.md', 'compose.yaml']

/** Writes the version and its day wherever they stand, and commits and tags that. */
async function setVersion(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Failure(`${version} 不是版本号，应如 1.0.0。`)
  if (await git('status', '--porcelain')) throw new Failure('有没有提交的改动，请先提交：发布的是提交里的内容。')
  const path = join(root, 'CHANGELOG.md')
  const log = readFileSync(path, 'utf8')
  const unreleased = /^## \[[^\]]*\] - 未发布.*$/m
  if (!unreleased.test(log)) throw new Failure('CHANGELOG.md 里没有“未发布”一节，没有可发布的改动。')
  const day = new Date().toISOString().slice(0, 10)
  await writeFile(path, log.replace(unreleased, `## [${version}] - ${day}`))
  for (const name of NAMING_VERSION) {
    const file = join(root, name)
    await writeFile(file, readFileSync(file, 'utf8').replaceAll(readVersion(), version))
  }
  await must('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'])
  const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json', ...NAMING_VERSION]
  await git('commit', '--quiet', '--message', `Release ${version}`, ...changed)
  await git('tag', '--annotate', `v${version}`, '--message', `Hangxie ${version}`)
}

/** Returns the section of this version in the change log, and the subjects of all commits since the release before. */
async function describeChanges(version) {
  const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const section = log.split(/^(?=## )/m).find(part => part.startsWith(`## [${version}]`)) ?? ''
  const tags = (await git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-creatordate')).split('\n')
  const before = tags.find(tag => tag && tag !== `v${version}`)
  const commits = await git('log', '--no-merges', '--format=- %s (%h)', before ? `${before}..HEAD` : 'HEAD')
  return `# Hangxie ${version}\n\n${section.trim()}\n\n## 全部改动 All changes${before ? ` since ${before}` : ''}\n\n${commits}\n`
}

const readBill = () => must(nodeToRun(), [join(root, 'src/cli.ts'), 'sbom'])

async function writeChecksums(folder) {
  const lines = []
  for (const name of readdirSync(folder).sort()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}

/** Makes the archive: the same bytes from the same commit. */
async function pack(folder, file, seconds) {
  const same = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go=rX']
  const name = folder.split('/').at(-1)
  await must('tar', [...same, '--use-compress-program=gzip -n -9', '-cf', file, '-C', join(folder, '..'), name])
}

async function makeRelease({ processors, key }) {
  const version = readVersion()
  const out = join(root, 'release')
  const work = join(out, 'work')
  await rm(out, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const seconds = await git('log', '-1', '--format=%ct')
  const bill = await readBill()
  for (const processor of processors) {
    const name = `hangxie-${version}-linux-${processor}`
    const folder = join(work, name)
    await fillArchive(folder, { processor, version, bill })
    await pack(folder, join(out, `${name}.tar.gz`), seconds)
    say(`✓ ${name}.tar.gz，解开后 ${(await must('du', ['-sm', folder])).split('\t')[0]} MB`)
    const debian = await makePackage({
      program: folder,
      work,
      out,
      version,
      seconds,
      architecture: PROCESSORS[processor],
    })
    say(debian ? `✓ ${debian}` : '没有 dpkg-deb，不做 Debian 软件包。')
  }
  await rm(work, { recursive: true })
  await writeFile(join(out, `hangxie-${version}.cdx.json`), bill)
  await writeFile(join(out, `hangxie-${version}.md`), await describeChanges(version))
  await writeChecksums(out)
  if (key)
    await must('gpg', ['--batch', '--yes', '--local-user', key, '--armor', '--detach-sign', join(out, 'SHA256SUMS')])
  say(`✓ ${out}/SHA256SUMS${key ? '，已签名（SHA256SUMS.asc）' : '，没有签名（--key 指定 gpg 密钥）'}`)
}

await runMain(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  if (values.help) return void console.log(HELP)
  const unknown = values.processor?.find(name => !Object.hasOwn(PROCESSORS, name))
  if (unknown) throw new Failure(`没有 ${unknown} 的版本：可以是 ${Object.keys(PROCESSORS).join('、')}。`)
  await install({ dev: true })
  if (positionals[0]) await setVersion(positionals[0])
  await build({ force: !values.folder })
  if (!values.folder) return makeRelease({ processors: values.processor ?? Object.keys(PROCESSORS), key: values.key })
  if (existsSync(values.folder) && readdirSync(values.folder).length > 0)
    throw new Failure(`${values.folder} 不是空的。`)
  await fillArchive(values.folder, { processor: process.arch, version: readVersion(), bill: await readBill() })
})
