import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pictures } from '../e2e/support/pictures.ts'

const root = join(import.meta.dirname, '..')
const documents = [
  ...readdirSync(root).flatMap(name => (name.endsWith('.md') ? [name] : [])),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap(name =>
    name.endsWith('.md') ? [join('docs', name)] : [],
  ),
]
const textOf = (document: string) => readFileSync(join(root, document), 'utf8')

/** Links and pictures of a document that lead to a file of the repository. */
const filesIn = (document: string) =>
  [...textOf(document).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, target]) =>
    /^[a-z]+:|^\//i.test(target!) ? [] : [target!],
  )

describe('what is written for people', () => {
  test.each(documents)('%s leads to files that are there', document => {
    const missing = filesIn(document).filter(target => !existsSync(join(root, dirname(document), target)))
    expect(missing).toEqual([])
  })

  test('shows only pictures that the browser tests take, and each of them somewhere', () => {
    const shown = documents.flatMap(document =>
      [...textOf(document).matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name]) => name!),
    )
    expect([...new Set(shown)].sort()).toEqual(pictures.map(({ name }) => name).sort())
  })
})
