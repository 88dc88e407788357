import { z } from 'zod'
import { int, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'

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

const selector = text(200).default('')

/** Rule for reading pages of one layout; each part is located by a CSS selector. */
export const siteRule = z.object({
  name: text(30).min(1, '请填写规则名称'),
  /** Patterns of addresses with `*`, one a line; a page fits if one fits. Empty: every page. */
  paths: text(2000).default(''),
  /** Element that the page must contain as well. */
  has: selector,
  title: text(200).min(1, '请填写标题的选择器'),
  date: text(200).min(1, '请填写发布日期的选择器'),
  body: text(200).min(1, '请填写正文的选择器'),
  source: selector,
  author: selector,
  column: selector,
  /** Selectors, one a line: what of the body is not taken over. */
  leaveOut: text(1000).default(''),
})
export type SiteRule = z.output<typeof siteRule>

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

/** Rule being edited: any part may be missing. */
export const triedRule = siteRule.extend({
  name: text(30).default(''),
  title: selector,
  date: selector,
  body: selector,
})

export const siteRules = z.array(siteRule).min(1, '至少要有一条规则').max(20, '最多 20 条规则')

/** Target column of the articles, and whether they are published at once. */
export const siteOptions = z.object({
  catalogueId: z.int('请选择栏目').min(1, '请选择栏目').nullable().default(null),
  /** The first that fits decides; pages that none fits go into the column above. */
  byPath: z
    .array(z.object({ paths: text(500).min(1, '请填写网址样式'), catalogueId: int }))
    .max(50, '最多 50 条')
    .default([]),
  publish: z.boolean('应为 true 或 false').default(true),
})
export type SiteOptions = z.output<typeof siteOptions>

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
