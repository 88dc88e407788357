import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** Versions of PostgreSQL that Debian's packages have put here, by their number, the oldest first. */
export const installedPostgres: { version: number; bin: string }[] = existsSync(DEBIAN)
  ? readdirSync(DEBIAN)
      .map(name => ({ version: Number(name), bin: join(DEBIAN, name, 'bin') }))
      .filter(({ bin }) => existsSync(join(bin, 'initdb')))
      .sort((a, b) => a.version - b.version)
  : []
