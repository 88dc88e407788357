import { typedKeys } from '#lib/keys.ts'
import type { SiteRule } from './ruleShape.ts'

/** Parts extracted from a page. Every article needs the first three. */
export const parts = {
  title: '标题',
  date: '发布日期',
  body: '正文',
  source: '来源',
  author: '作者',
  column: '栏目',
} as const
export type Part = keyof typeof parts
export const partNames = typedKeys(parts)
export const neededParts = ['title', 'date', 'body'] as const satisfies readonly Part[]

export const blankRule: SiteRule = {
  name: '',
  paths: '',
  has: '',
  title: '',
  date: '',
  body: '',
  source: '',
  author: '',
  column: '',
  leaveOut: '',
}

export const linesOf = (typed: string): string[] =>
  typed
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

/**
 * Returns whether an address, in the form of `oldPath`, matches one of the patterns. Without patterns every address
 * matches.
 */
export function fitsPath(path: string, patterns: string): boolean {
  const lines = linesOf(patterns)
  return lines.length === 0 || lines.some(pattern => fits(path, pattern.toLowerCase()))
}

/** `*` stands for any letters, none included. */
function fits(path: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const [first, last] = [pieces[0]!, pieces.at(-1)!]
  if (pieces.length === 1) return path === pattern
  if (!path.startsWith(first) || !path.endsWith(last) || path.length < first.length + last.length) return false
  let at = first.length
  const end = path.length - last.length
  for (const piece of pieces.slice(1, -1)) {
    const found = path.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

/** The pattern of addresses that differ in nothing but numbers and names of files. */
export function patternOf(path: string): string {
  const [place = '', query] = path.split('?')
  const folders = place.split('/')
  const file = folders.pop()!
  const plain = folders.map(folder => folder.replace(/\d+/g, '*'))
  if (query !== undefined) return [...plain, `${file}?${query.replace(/=[^&]*/g, '=*').replace(/\d+/g, '*')}`].join('/')
  const dot = file.lastIndexOf('.')
  return [...plain, dot > 0 ? `*${file.slice(dot)}` : '*'].join('/')
}
