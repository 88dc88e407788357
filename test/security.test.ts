import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const FILE = /^(src|test|e2e)\/[\w./-]+\.(test|spec)\.ts/

/** Test files that these documents name in backquotes, with or without a title. */
const named = ['docs/security-and-faults.md', 'docs/true-answers.md', 'docs/walking.md', 'SECURITY.md'].flatMap(
  document =>
    [
      ...read(document)
        .replace(/```.*?```/gs, '')
        .matchAll(/`([^`]+)`/g),
    ]
      .map(([, one]) => one!)
      .filter(one => FILE.test(one)),
)

test('every test that the promises of safety, of true answers and of short ways name is there', () => {
  expect(named.length).toBeGreaterThan(150)
  const missing = named.filter(one => {
    const [file, title] = one.split(' › ') as [string, string | undefined]
    return !existsSync(join(root, file)) || (title !== undefined && !read(file).includes(title))
  })
  expect(missing).toEqual([])
})

test('of the short ways each row names the very test', () => {
  const alone = read('docs/walking.md')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(line => line.match(/`[^`]+`/g) ?? [])
    .filter(one => FILE.test(one.slice(1, -1)) && !one.includes(' › '))
  expect(alone).toEqual([])
})
