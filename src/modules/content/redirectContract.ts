import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'

const site = { who: 'staff:site' } as const

/** Filter shared by the list and its export: part of an old address or of a title. */
const filters = { key: text(200).optional() }
const address = text(500).min(1, '请填写旧网址')

/** Addresses of the former site, and the articles that have taken their place. */
export const staffRedirectContract = {
  'GET /staff/redirect/list': {
    ...site,
    summary: '旧网址：原网站的网址与现在转到的文章；可按网址或标题的一部分查找',
    ...paged(
      filters,
      z.object({
        address: z.string(),
        articleId: z.int(),
        title: z.string(),
        /** Public today; otherwise the old address leads nowhere for now. */
        isPublic: z.boolean(),
        route: z.string(),
      }),
    ),
    example: { key: 'show.asp', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/redirect/export': {
    ...site,
    summary: '导出旧网址（Excel），条件与列表相同',
    input: z.object(filters),
    output: 'file',
    example: { key: 'show.asp' },
  },
  'POST /staff/redirect/save': {
    ...site,
    summary: '新增旧网址，或改为转到另一篇文章：seen 为修改前所见的文章编号，他人刚改过的返回 409',
    input: z.object({ address, articleId: int, seen: int.optional() }),
    output: z.object({ address: z.string() }),
    example: { address: '/news/show.asp?id=123', articleId: 3467 },
  },
  'POST /staff/redirect/remove': {
    ...site,
    summary: '删除旧网址：seen 为所见的文章编号',
    input: z.object({ address, seen: int }),
    output: nothing,
    example: { address: '/news/show.asp?id=123', seen: 3467 },
  },
} as const satisfies Contract
