import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { paged } from '#lib/paging.ts'
import { siteOptions, siteRule, siteRules, triedRule } from './ruleShape.ts'
import { oldSiteStates, verdicts } from './states.ts'

const staff = { who: 'staff:publish' } as const
const id = int
const state = z.enum(oldSiteStates)
const verdict = z.enum(typedKeys(verdicts), '不是页面的状态')

const site = z.object({
  id: z.int(),
  fileName: z.string(),
  state,
  stateName: z.string(),
  pages: z.int(),
  imported: z.int(),
  createdBy: z.string(),
  createTime: z.string(),
})

const sitePage = z.object({
  id: z.int(),
  address: z.string(),
  entry: z.string(),
  title: z.string(),
  publishTime: z.string().nullable(),
  catalogName: z.string(),
  /** The name of the rule that reads it; empty: none. */
  ruleName: z.string(),
  verdict,
  fault: z.string(),
  isDouble: z.boolean(),
  notes: z.array(z.string()),
  /** Id of the article; null until it is imported. */
  articleId: z.int().nullable(),
})

const count = z.int()
const shown = z.enum([...typedKeys(verdicts), 'double', 'noted'], '不是页面的状态').optional()

/** Values that a rule extracts from one page. */
const sample = z.object({
  address: z.string(),
  fault: z.string(),
  title: z.string(),
  /** Empty where there is none; `dateText` is what stands there. */
  date: z.string(),
  dateText: z.string(),
  body: z.string(),
  pictures: count,
  papers: count,
  source: z.string(),
  author: z.string(),
  column: z.string(),
})
export type Sample = z.output<typeof sample>

const candidate = z.object({ selector: z.string(), finds: z.array(z.string()) })
const candidates = z.object({
  title: z.array(candidate),
  date: z.array(candidate),
  body: z.array(candidate),
  source: z.array(candidate),
  author: z.array(candidate),
  column: z.array(candidate),
})

const exampleRule = {
  name: '新闻',
  paths: '/show.asp?id=*',
  title: 'h1',
  date: 'div.info',
  body: '#content',
  leaveOut: '.share',
}

/** 导入旧网站: saved pages become articles, and their old addresses lead to them. */
export const staffOldSiteContract = {
  'GET /staff/old-site/list': {
    ...staff,
    summary: '旧网站的导入，新的在前',
    ...paged({}, site),
    example: { pageNum: 1, pageSize: 20 },
  },
  'POST /staff/old-site/begin': {
    ...staff,
    summary: '读取已上传（use 为 oldSite）的 ZIP 文件：网址清单和保存的网页；不写入任何文章',
    input: z.object({ fileId: id }),
    output: z.object({ id: z.int() }),
    example: { fileId: 1 },
  },
  'GET /staff/old-site/item': {
    ...staff,
    summary: '一个旧网站：状态、进度、规则、各种页面的数目',
    input: z.object({ id }),
    output: site.extend({
      progress: count,
      total: count,
      reason: z.string(),
      notes: z.array(z.string()),
      rules: z.array(siteRule),
      options: siteOptions,
      columns: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Patterns of the addresses, most pages first. */
      patterns: z.array(z.object({ pattern: z.string(), pages: count })),
      counts: z.object({ new: count, bad: count, known: count, done: count, left: count, double: count, noted: count }),
      byRule: z.array(z.object({ ruleName: z.string(), pages: count })),
      /** Pages have been checked against the rules. */
      wasChecked: z.boolean(),
      /** Rules can be changed and tried. */
      canCheck: z.boolean(),
      /** Checked, with pages ready to import. */
      canStart: z.boolean(),
      /** Interrupted or cancelled; can be resumed. */
      canResume: z.boolean(),
      canUndo: z.boolean(),
    }),
    example: { id: 1 },
  },
  'POST /staff/old-site/try': {
    maxBodyKb: 320,
    ...staff,
    summary: '用一组规则中的一条（index 从 0 起）在最多三个页面上试读，并给出各项可选的选择器；不保存',
    input: z.object({
      id,
      rules: z.array(triedRule).max(20, '最多 20 条规则'),
      index: z.int('应为规则的序号').min(0, '应为规则的序号').max(19, '应为规则的序号'),
    }),
    output: z.object({ samples: z.array(sample), candidates }),
    example: { id: 1, rules: [exampleRule], index: 0 },
  },
  'POST /staff/old-site/check': {
    maxBodyKb: 400,
    ...staff,
    summary: '保存规则和导入方式，并按它们读一遍全部页面；不写入任何文章',
    input: z.object({ id, rules: siteRules, options: siteOptions }),
    output: nothing,
    example: { id: 1, rules: [exampleRule], options: { catalogueId: 21, publish: true } },
  },
  'GET /staff/old-site/pages': {
    ...staff,
    summary: '页面及其标题、日期、问题；show 为 double 时是标题重复的，为 noted 时是有图片或附件没有带入的',
    ...paged({ id, show: shown, key: text(200).optional() }, sitePage),
    example: { id: 1, show: 'bad', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/old-site/export': {
    ...staff,
    summary: '导出页面清单（Excel）：旧网址、标题、状态、原因、新网址',
    input: z.object({ id, show: shown, key: text(200).optional() }),
    output: 'file',
    example: { id: 1, show: 'bad' },
  },
  'POST /staff/old-site/leave-out': {
    ...staff,
    summary: '这些页面不导入；leave 为 false 时改为要导入',
    input: z.object({
      id,
      pages: z.array(int).min(1, '请选择页面').max(500, '一次最多 500 个'),
      leave: z.boolean('应为 true 或 false'),
    }),
    output: nothing,
    example: { id: 1, pages: [1], leave: true },
  },
  'POST /staff/old-site/start': {
    ...staff,
    summary: '开始导入预览过的页面',
    input: z.object({ id }),
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/old-site/resume': {
    ...staff,
    summary: '从中断或取消的地方继续：读取、预览或导入',
    input: z.object({ id }),
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/old-site/cancel': {
    ...staff,
    summary: '停下正在进行的读取、预览或导入；已导入的文章保留，可以继续，也可以撤销',
    input: z.object({ id }),
    output: nothing,
    example: { id: 1 },
  },
  'POST /staff/old-site/undo': {
    ...staff,
    confirm: true,
    summary: '撤销：删除导入的全部文章及其旧网址；有一篇在导入后修改过，就全部不撤销，并说明是哪些',
    input: z.object({ id }),
    output: z.object({
      undone: z.boolean(),
      removed: count,
      obstacles: z.array(z.object({ title: z.string(), address: z.string(), articleId: z.int(), why: z.string() })),
    }),
    example: { id: 1 },
  },
} as const satisfies Contract
