import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

const src = resolve(import.meta.dirname, '../../src')

export const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** All files of `src`, including tests, relative to it. */
export const allFiles = globSync('**/*.{ts,tsx}', { cwd: src })
export const files = allFiles.filter(file => !isTest(file))

export const stylesheets = globSync('**/*.css', { cwd: src })

export const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

export interface Import {
  /** A file of `src` by its path there, or `package:` and a name. */
  to: string
  /** True for an import that is erased at run time. */
  typesOnly: boolean
  /** True for `import()` at run time. */
  later: boolean
}

const read = new Map<string, Import[]>()

/** Imports and re-exports of a file, at its top and dynamic ones, parsed by the compiler that builds the pages. */
export function importsOf(file: string): Import[] {
  const known = read.get(file)
  if (known) return known
  const found = importsIn(textOf(file), file)
  read.set(file, found)
  return found
}

export function importsIn(text: string, file: string): Import[] {
  const { module } = parseSync(file, text)
  const named = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: locate(file, moduleRequest.value),
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    later: false,
  }))
  const handedOn = module.staticExports.flatMap(({ entries }) => {
    const [first] = entries
    if (!first?.moduleRequest) return []
    return {
      to: locate(file, first.moduleRequest.value),
      typesOnly: entries.every(({ isType }) => isType),
      later: false,
    }
  })
  const later = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const name = text.slice(moduleRequest.start, moduleRequest.end).match(/^'([^']+)'$/)?.[1]
    return name ? { to: locate(file, name), typesOnly: false, later: true } : []
  })
  return [...named, ...handedOn, ...later]
}

function locate(file: string, name: string): string {
  if (name.startsWith('#test/')) return join('..', name.slice(1))
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? join(dirname(file), name) : `package:${name}`
}

export const moduleOf = (path: string) => path.match(/^modules\/(\w+)\//)?.[1]

/** The part of its module that a file belongs to; undefined outside the parts. */
export const partOf = (path: string) => path.match(/^modules\/\w+\/(?!server\/|pages\/)(\w+)\//)?.[1]
