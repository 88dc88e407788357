import { z } from 'zod'
import { int, text } from '#lib/form/fields.ts'

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
