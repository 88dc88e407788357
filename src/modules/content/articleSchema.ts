import { z } from 'zod'
import { day, int } from '#lib/form/fields.ts'
import { CONTENT_LIMIT } from './articleValues.ts'

const MAX_LINE_LENGTH = 5_000
/** Half a character, as a cut text may end with, cannot be kept. */
const typed = z.string('应为一段文字').overwrite(text => text.toWellFormed())
const line = typed.max(MAX_LINE_LENGTH, `不能超过 ${MAX_LINE_LENGTH} 个字`).default('')
/** A year that an article may have, and a database holds. */
export const requirePlausibleYear = <Day extends z.ZodType<string>>(of: Day) =>
  of.refine(day => /^(19|20)\d\d-/.test(day), '年份应在 1900 到 2099 之间')
const moment = requirePlausibleYear(z.iso.datetime({ offset: true, error: '应为时间，例如 2026-01-31T09:00:00+08:00' }))
  .nullable()
  .default(null)
const percent = z.int().min(0).max(100, '应为 0 到 100').default(50)
const fileId = int.nullable().default(null)

/** Content of an article. A draft may hold any storable value; published content is checked by `problemsOf`. */
export const articleValues = z.object({
  catalogId: int.nullable().default(null),
  title: line,
  subTitle: line,
  author: line,
  source: line,
  docNo: line,
  coverId: fileId,
  coverCaption: line,
  coverX: percent,
  coverY: percent,
  summary: line,
  content: typed.max(CONTENT_LIMIT, '正文过长，请删减，或去掉一些格式').default(''),
  files: z
    .array(z.object({ id: int, name: typed.trim().max(200, '附件名称不能超过 200 个字') }))
    .max(50, '附件不能超过 50 个')
    .default([]),
  /** Keywords as entered, separated by commas or spaces. */
  keywords: line,
  isTop: z.boolean('应为 true 或 false').default(false),
  isRed: z.boolean('应为 true 或 false').default(false),
  publishTime: moment,
  noticeEndTime: moment,
  effectiveOn: requirePlausibleYear(day).nullable().default(null),
  externalUrl: line,
  seoTitle: line,
  seoDescription: line,
})
