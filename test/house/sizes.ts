import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Files of the project, whether added to git or not yet; content of the demo association is data. */
const filesOfProject = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(file => file && existsSync(join(root, file)) && !/\/demo\/|^docs\//.test(file))

const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1

export const tooLong = () =>
  filesOfProject()
    .filter(file => /\.(ts|tsx|mjs|css)$/.test(file) && lines(file) > 250)
    .map(file => `${file}: ${lines(file)}`)

export function crowded() {
  const folders = Map.groupBy(
    filesOfProject().filter(file => !/^(drizzle|public)\//.test(file)),
    dirname,
  )
  return [...folders].filter(([, list]) => list.length > 30).map(([folder, list]) => `${folder}: ${list.length}`)
}
