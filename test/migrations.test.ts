import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Statements that would break the previous version, which may still be serving. */
const TAKES_AWAY = [
  /\bdrop (table|column|schema|view)\b/i,
  /\brename\b/i,
  /\bset not null\b/i,
  /\bset data type\b/i,
  /\badd column (?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
]

test('migrations only add: a server of the version before works on', () => {
  const faults = globSync('drizzle/*.sql', { cwd: root }).flatMap(file =>
    readFileSync(resolve(root, file), 'utf8')
      .split('--> statement-breakpoint')
      // A function may drop what it has made itself.
      .filter(statement => !/\bcreate (or replace )?function\b/i.test(statement))
      .filter(statement => TAKES_AWAY.some(sign => sign.test(statement)))
      .map(statement => `${file}: ${statement.trim()}`),
  )
  expect(faults).toEqual([])
})
