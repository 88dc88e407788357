import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modules } from '../src/modules/order.ts'

const src = resolve(import.meta.dirname, '../src')
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(file => !/\.test\.tsx?$/.test(file))

/** What a file imports: files of `src` by their path there, packages by name. */
const importsOf = (file: string) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\(? ?'([^']+)'/g)].map(
    ([, from, alone]) => locate(file, (from ?? alone)!),
  )

function locate(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? join(dirname(file), name) : `package:${name}`
}

/** Every import, as `who → what`, that breaks a rule about some files. */
const broken = (who: RegExp, forbidden: (to: string, file: string) => boolean) =>
  files
    .filter(file => who.test(file))
    .flatMap(file =>
      importsOf(file)
        .filter(to => forbidden(to, file))
        .map(to => `${file} → ${to}`),
    )

const moduleOf = (path: string) => path.match(/^modules\/(\w+)\//)?.[1]
const isPage = /^(ui|layouts|modules\/\w+(\/\w+)?\/pages)\/|^(root|entry\.\w+)\.tsx$/
const isServer = /(^|\/)server\//

describe('direction', () => {
  test('lib and ui know no module', () => {
    expect(broken(/^(lib|ui)\//, to => /^(modules|layouts)\//.test(to))).toEqual([])
    expect(broken(/^lib\//, to => /^(ui|api)\//.test(to))).toEqual([])
  })

  test('every module has its place in the order, and imports only modules above it', () => {
    const folders = new Set(files.map(moduleOf).filter(name => name !== undefined))
    expect([...folders].filter(name => !modules.includes(name))).toEqual([])
    const place = (path: string) => modules.indexOf(moduleOf(path)!)
    expect(broken(/^modules\/\w+\//, (to, file) => place(to) > place(file))).toEqual([])
  })
})

describe('runtime', () => {
  test('pages never import the server', () => {
    expect(broken(isPage, to => isServer.test(to))).toEqual([])
  })

  test('the server never imports pages, React or anything of theirs', () => {
    const theirs = (to: string) => to.endsWith('.tsx') || isPage.test(to) || /^package:react/.test(to)
    expect(broken(isServer, theirs)).toEqual([])
  })

  test('what main and cli reach by imports is native: the pages come in by render.ts alone, and that not by import', () => {
    const reached = new Set<string>()
    const visit = (file: string) => {
      if (/^package:|\.json$/.test(file) || reached.has(file)) return
      reached.add(file)
      importsOf(file).forEach(visit)
    }
    for (const entry of ['main.ts', 'cli.ts']) visit(entry)
    const native = /^(\w+\.ts|commands\/\w+\.ts|api\/contract\.ts|lib\/.*|modules\/\w+\/(\w+\/)?(\w+\.ts|server\/.*))$/
    expect([...reached].filter(file => !native.test(file) || /^(render|routes)\.ts$/.test(file))).toEqual([])
    expect(reached.size).toBeGreaterThan(40)
  })

  test('contracts, and the words beside them, import only zod, lib and each other', () => {
    const plain = /^(package:zod|lib\/(form\/)?\w+\.ts|modules\/\w+\/(?!server|pages)(\w+\/)?\w+\.ts)$/
    expect(broken(/^modules\/\w+\/(?!server|pages)(\w+\/)?\w+\.ts$/, to => !plain.test(to))).toEqual([])
  })
})

test('no file is named after nothing', () => {
  const drawer = /(^|\/)(utils?|helpers?|common|misc|types|index)\.\w+$/
  expect(files.filter(file => drawer.test(file))).toEqual([])
})
