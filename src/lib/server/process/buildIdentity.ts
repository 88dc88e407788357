import { readFileSync } from 'node:fs'
import about from '../../../../package.json' with { type: 'json' }

/** Reads what `bin/prepare.mjs` has written at the build; sources that run unbuilt have no commit. */
function readCommit(): string {
  try {
    return JSON.parse(readFileSync(new URL('../../../../build/identity.json', import.meta.url), 'utf8')).commit
  } catch {
    return 'dev'
  }
}

/** Version and commit of the program that runs; `commit` is that of its sources where there is no git. */
export const build = { version: about.version, commit: readCommit() }
/** The same as one word: `0.1.0+4f0c2a9d11ab`. */
export const buildName = `${build.version}+${build.commit}`
