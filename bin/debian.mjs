import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

/** The first of these programs on the PATH, or of these paths, that is there. */
export function findProgram(names, paths = []) {
  const onPath = process.env.PATH.split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  return [paths[0], ...onPath, ...paths.slice(1)].find(path => path && existsSync(path))
}

/** As root on Debian what is missing can be installed. */
export const mayInstall = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Answers what apt said, for the case that it did not help. */
export async function aptInstall(...packages) {
  // Nothing that is installed for a test is to serve by itself.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await run('apt-get', ['update', '-q'], { env, quiet: true })
  const { output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  })
  return output
}
