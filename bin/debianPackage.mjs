/** The Debian package: the program in /opt/hangxie, the command, the units of systemd, a manual page, and its scripts. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Failure, nodeToRun, root, run } from './prepare.mjs'

/** What Node, the typesetter and the embedded PostgreSQL are linked to; useradd is in passwd. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6, libgcc-s1, libatomic1, passwd'

/** Makes the package in `out` from the program in the folder `program`; returns its name, or undefined without dpkg-deb. */
export async function makePackage({ program, work, out, version, seconds, architecture }) {
  const name = `hangxie_${version}_${architecture}.deb`
  const tree = join(work, `debian-${architecture}`)
  const put = async (path, content) => {
    await mkdir(join(tree, path, '..'), { recursive: true })
    await writeFile(join(tree, path), content)
  }
  await mkdir(join(tree, 'opt'), { recursive: true })
  await cp(program, join(tree, 'opt/hangxie'), { recursive: true, verbatimSymlinks: true })
  await mkdir(join(tree, 'usr/bin'), { recursive: true })
  await symlink('/opt/hangxie/bin/hangxie', join(tree, 'usr/bin/hangxie'))
  await mkdir(join(tree, 'usr/lib/systemd'), { recursive: true })
  await cp(join(root, 'deploy/systemd'), join(tree, 'usr/lib/systemd/system'), { recursive: true })
  await put('usr/share/man/man8/hangxie.8.gz', gzipSync(await manualPage(version), { level: 9 }))
  const documents = 'usr/share/doc/hangxie'
  await put(`${documents}/copyright`, await readFile(join(root, 'LICENSE')))
  await put(`${documents}/changelog.gz`, gzipSync(await readFile(join(root, 'CHANGELOG.md')), { level: 9 }))
  await cp(join(root, 'deploy/nginx'), join(tree, documents, 'nginx'), { recursive: true })
  for (const script of ['postinst', 'prerm', 'postrm'])
    await put(`DEBIAN/${script}`, await readFile(join(root, 'deploy/debian', script)))
  const { output: kilobytes } = await run('du', ['-sk', '--exclude=DEBIAN', tree], { quiet: true })
  await put('DEBIAN/control', control({ version, architecture, kilobytes: Number.parseInt(kilobytes, 10) }))
  for (const [mode, ...paths] of [
    ['u=rwX,go=rX', tree],
    ['755', ...['postinst', 'prerm', 'postrm'].map(script => join(tree, 'DEBIAN', script))],
  ])
    await run('chmod', ['-R', mode, ...paths], { quiet: true })
  const args = ['--root-owner-group', '-Zzstd', '-z12', '--build', tree, join(out, name)]
  const { code, output } = await run('dpkg-deb', args, { quiet: true, env: { SOURCE_DATE_EPOCH: String(seconds) } })
  if (code === 127) return undefined
  if (code !== 0) throw new Failure(`dpkg-deb：${output.trim()}`)
  return name
}

const control = ({ version, architecture, kilobytes }) => `Package: hangxie
Version: ${version}
Architecture: ${architecture}
Maintainer: Hangxie maintainers <hangxie@localhost>
Installed-Size: ${kilobytes}
Depends: ${DEPENDS}
Recommends: nginx
Section: web
Priority: optional
Description: website, member portal and back office of an industry association
 Visitors read and check certificates, members apply, enrol and pay, staff
 review, publish and issue. Brings its own Node and PostgreSQL; a PostgreSQL
 of your own can be used instead.
`

/** Writes the manual page from what the program says of its commands. */
async function manualPage(version) {
  const { output } = await run(nodeToRun(), [join(root, 'src/cli.ts'), '--help'], { quiet: true })
  const commands = output
    .split('\n')
    .filter(line => /^ {2}[a-z]/.test(line))
    .map(line => `.TP\n.B hangxie ${line.slice(2, 18).trim()}\n${line.slice(18)}`)
  return `.TH HANGXIE 8 "" "Hangxie ${version}" "系统管理"
.SH NAME
hangxie \\- 行协：协会网站、会员中心与工作后台的命令
.SH SYNOPSIS
.B hangxie
.I 命令
[\\-\\-env\\-file 文件] [选项]
.SH DESCRIPTION
每个命令先说明它对哪个站点工作。设置取自
.I /etc/hangxie/hangxie.env
或 \\-\\-env\\-file；每个命令加 \\-\\-help 查看选项。
.SH COMMANDS
${commands.join('\n')}
.SH FILES
.TP
.I /etc/hangxie/hangxie.env
服务、备份定时器和命令共用的设置，只有 root 能读
.TP
.I /var/lib/hangxie
数据
.TP
.I /var/backups/hangxie
备份
.SH SEE ALSO
/opt/hangxie/docs/operators.md，/opt/hangxie/docs/incidents.md
`
}
