import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { home } from './data.ts'

/**
 * What a bench compares with, and the product does not need: the packages that `package.json` in `source` names, installed
 * from the registry beside the data, outside of the repository. Answers where.
 */
export function installOutside(source: string, name: string, main: string): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules', main)))
    runIn(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  return folder
}

/** In that folder, until it has ended; what goes wrong is said. */
export const runIn = (folder: string, command: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
