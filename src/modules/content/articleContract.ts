import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { escalationRecord } from '#lib/form/escalationContract.ts'
import { day, int, nothing, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { articleFilters } from './articleFilters.ts'
import { articleValues, requirePlausibleYear } from './articleSchema.ts'
import { articleStates, moves } from './articleStates.ts'
import { movingContract } from './movingContract.ts'
import { reviewResults } from './reviewSteps.ts'
import { articleStatisticsContract } from './statisticsContract.ts'
import { articleVersionsContract, seenVersion } from './versionContract.ts'
import { wordsContract } from './words/contract.ts'

const state = z.enum(typedKeys(articleStates))
/** An implausible year is a slip of the keyboard. */
const plausibleDays = { from: requirePlausibleYear(day).optional(), to: requirePlausibleYear(day).optional() }

const person = z.string().nullable()
const row = z.object({
  id: z.int(),
  title: z.string(),
  catalogId: z.int().nullable(),
  catalogName: z.string(),
  status: state,
  statusName: z.string(),
  /** Current step of the three-step review. */
  stepName: z.string().nullable(),
  /** Public, with a newer text that is not. */
  isChanged: z.boolean(),
  scheduledFor: z.string().nullable(),
  author: z.string(),
  createdBy: person,
  editedBy: person,
  editedAt: z.string(),
  publishTime: z.string().nullable(),
  viewCount: z.int(),
  isTop: z.boolean(),
  isRed: z.boolean(),
  deletedAt: z.string().nullable(),
})

const list = registerList(articleFilters, row)
const exported = registerExport(articleFilters)
/** Leaves out what is in the recycle bin, unless told otherwise. */
const trash = list.input.shape.trash.default('0')

const article = z.object({
  id: z.int(),
  status: state,
  statusName: z.string(),
  /** State of the three-step review; null where the association does not require one. */
  review: z.object({ stepName: z.string().nullable(), isBarred: z.boolean() }).nullable(),
  reviews: z.array(
    z.object({
      id: z.int(),
      /** Counts how often it was handed in. */
      round: z.int(),
      stepName: z.string(),
      result: z.enum(typedKeys(reviewResults)),
      resultName: z.string(),
      remark: z.string(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  escalations: z.array(escalationRecord),
  isChanged: z.boolean(),
  isPublic: z.boolean(),
  scheduledFor: z.string().nullable(),
  publishedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  reason: z.string(),
  createdBy: person,
  /** Record from which the first text was generated; `route` only for callers who may open it. */
  origin: z.object({ name: z.string(), route: z.string().nullable() }).nullable(),
  editedBy: person,
  editedAt: z.string().nullable(),
  version: z.int(),
  values: articleValues,
  cover: storedFile.nullable(),
  files: z.array(storedFile),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  moves: z.array(z.enum(typedKeys(moves))),
})

const id = { id: int }
/** `version`: what the caller has read last; absent: whatever is there. */
const seen = { ...id, version: seenVersion }
const saved = z.object({ version: z.int(), savedAt: z.string() })

export const staffArticlesContract = {
  ...articleStatisticsContract,
  ...articleVersionsContract,
  ...movingContract,
  ...wordsContract,
  'GET /staff/article/list': {
    who: 'staff:content',
    summary: '文章列表，按栏目、状态、文字、作者、日期筛选；trash=1 为回收站',
    input: list.input.extend({ ...plausibleDays, trash }),
    output: list.output,
    example: { status: 'draft', pageNum: 1 },
  },
  'GET /staff/article/counts': {
    who: 'staff:content',
    summary: '同一筛选条件下各状态的文章数，另有回收站',
    input: exported.input.omit({ sort: true, columns: true, ids: true }).extend(plausibleDays),
    output: z.object({
      all: z.int(),
      trash: z.int(),
      states: z.array(z.object({ status: state, statusName: z.string(), count: z.int() })),
    }),
    example: {},
  },
  'GET /staff/article/export': {
    who: 'staff:content',
    summary: '导出文章列表（Excel），筛选条件与列表相同',
    input: exported.input.extend({ ...plausibleDays, trash }),
    output: exported.output,
    example: {},
  },
  'GET /staff/article/columns': {
    who: 'staff:content',
    summary: '可以放文章的栏目，名称连同上级栏目',
    input: nothing,
    output: z.array(z.object({ id: z.int(), name: z.string(), hidden: z.boolean() })),
  },
  'GET /staff/article/detail': {
    who: 'staff:content',
    summary: '一篇文章的工作稿，连同状态与可以进行的操作',
    input: z.object(id),
    output: article,
    example: { id: 3467 },
  },
  'POST /staff/article/create': {
    who: 'staff:content',
    summary: '新建一篇草稿；values 为最初的内容，不填则只有栏目和标题',
    maxBodyKb: 800,
    input: z.object({ catalogId: int.optional(), title: text(120).optional(), values: articleValues.optional() }),
    output: saved.extend(id),
    example: { catalogId: 41 },
  },
  'POST /staff/article/save': {
    who: 'staff:content',
    summary: '保存工作稿，不影响已公开的内容；point=true 另留一个版本；他人已改过时答 409',
    maxBodyKb: 800,
    input: z.object({
      ...seen,
      values: articleValues,
      point: z.boolean('应为 true 或 false').default(false),
    }),
    output: saved,
    example: { id: 3467, version: 0, values: { title: '入会申请须知', catalogId: 26 } },
  },
  'POST /staff/article/aside': {
    who: 'staff:content',
    summary: '采用他人的修改之前，把自己未保存的内容留作一个版本',
    maxBodyKb: 800,
    input: z.object({ ...id, values: articleValues }),
    output: nothing,
    example: { id: 3467, values: { title: '入会申请须知' } },
  },
  'POST /staff/article/delete': {
    who: 'staff:content',
    summary: '放入回收站；已发布的同时下线。30 天后彻底删除',
    input: z.object(id),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/undelete': {
    who: 'staff:content',
    summary: '从回收站恢复；曾经发布的恢复为已下线',
    input: z.object(id),
    output: nothing,
    example: { id: 3467 },
  },
  'POST /staff/article/bulk': {
    who: 'staff:publish',
    summary: '对多篇文章发布、下线、移动栏目、删除或恢复，逐篇给出结果',
    input: z.object({
      ids: z.array(int).min(1, '请先选择文章').max(100, '一次最多处理 100 篇'),
      action: z.enum(['publish', 'withdraw', 'move', 'delete', 'undelete'], '不是有效的操作'),
      catalogId: int.optional(),
      reason: text(500).optional(),
    }),
    output: z.array(z.object({ id: z.int(), title: z.string(), done: z.boolean(), message: z.string() })),
    example: { ids: [3467], action: 'publish' },
  },
  'POST /staff/article/document': {
    who: 'staff:content',
    summary:
      '把一份 Word 文档（.docx）读成正文：修订按接受后，批注、隐藏文字、页眉页脚不带入并逐项说明，图片存入本站；文档本身不留',
    upload: true,
    limit: { name: 'article/document', max: 60, per: 3_600_000 },
    input: nothing,
    output: z.object({ html: z.string(), notes: z.array(z.string()) }),
  },
  'POST /staff/picture/fetch': {
    who: 'staff:content',
    summary: '从允许的网站（公众号等）取一张图片存入本站，粘贴时使用',
    input: z.object({ url: z.string('应为一个网址').max(2_000, '网址过长') }),
    output: storedFile,
    example: { url: 'https://mmbiz.qpic.cn/mmbiz_png/example/640' },
  },
} as const satisfies Contract
