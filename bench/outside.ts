import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { home } from './data.ts'

/**
 * Installs packages that only a benchmark needs, named by `package.json` in `source`, from the registry into a folder
 * beside the data, outside of the repository. Returns that folder.
 */
export function installOutside(source: string, name: string, main: string): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules', main)))
    runIn(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  return folder
}

/** Runs a command in that folder and waits for its end; prints what goes wrong. */
export const runIn = (folder: string, command: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
