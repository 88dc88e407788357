import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { fileInfo } from '#modules/files/contract.ts'

export const articleRow = z.object({
  id: z.int(),
  catalogId: z.int(),
  catalogName: z.string(),
  title: z.string(),
  summary: z.string(),
  coverUrl: z.string().nullable(),
  coverCaption: z.string(),
  /** Point of the cover that stays in view where it is cut, in percent from the left and from above. */
  coverX: z.int(),
  coverY: z.int(),
  source: z.string().nullable(),
  docNo: z.string().nullable(),
  publishTime: z.string(),
  isTop: z.boolean(),
  isRed: z.boolean(),
  /** End of the notice period, where the article is a public notice. */
  noticeEndTime: z.string().nullable(),
  /** The notice period still runs; null where there is none. */
  noticeOpen: z.boolean().nullable(),
  hasFile: z.boolean(),
  externalUrl: z.string().nullable(),
})

const seo = z.object({ title: z.string(), keywords: z.string(), description: z.string() })
const neighbour = z.object({ id: z.int(), title: z.string() }).nullable()
const crumb = z.object({ name: z.string(), route: z.string().nullable() })

const banner = z.object({
  id: z.int(),
  title: z.string(),
  imgUrl: z.string(),
  mobileImgUrl: z.string().nullable(),
  alt: z.string(),
  linkUrl: z.string().nullable(),
  sort: z.int(),
})

/** What visitors read: articles, banners, links. */
export const readingContract = {
  'GET /cms/index/noLogin/banner': {
    who: 'anyone',
    summary: '首页轮播图',
    cached: true,
    input: nothing,
    output: z.array(banner),
  },
  'GET /cms/index/noLogin/banner/party': {
    who: 'anyone',
    summary: '党建专栏横幅',
    also: ['/banner/party'],
    cached: true,
    input: nothing,
    output: z.array(banner),
  },
  'GET /cms/index/noLogin/link': {
    who: 'anyone',
    summary: '友情链接，可按文字或图片筛选',
    also: ['/link'],
    cached: true,
    input: z.object({ type: z.enum(['text', 'picture'], '应为 text 或 picture').optional() }),
    output: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        url: z.string(),
        logo: z.string().nullable(),
        type: z.enum(['text', 'picture']),
        group: z.string(),
        sort: z.int(),
      }),
    ),
  },
  'GET /cms/index/noLogin/announcement': {
    who: 'anyone',
    summary: '公告条：此刻显示在每个页面上方的一两句话',
    cached: true,
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        text: z.string(),
        linkUrl: z.string().nullable(),
        level: z.enum(['info', 'urgent']),
      }),
    ),
  },
  'GET /catalog/a': {
    who: 'anyone',
    summary: '列表栏目的文章；父栏目给出其全部子栏目的文章，不指明栏目的给出全部公开的文章',
    also: ['/cms/index/noLogin/catalog/a'],
    cached: true,
    input: z.object({
      catalogId: int.optional(),
      key: text(50).optional(),
      year: int.min(2000, '年份应在 2000 与 2100 之间').max(2100, '年份应在 2000 与 2100 之间').optional(),
      ...paging,
    }),
    /** `files`: of a column that is set to list them. */
    output: page(articleRow.extend({ files: z.array(fileInfo) })),
    example: { catalogId: 26, pageNum: 1, pageSize: 10 },
  },
  'GET /catalog/b': {
    who: 'anyone',
    summary: '内容栏目的页面',
    also: ['/cms/index/noLogin/catalog/b'],
    cached: true,
    input: z.object({ catalogId: int }),
    output: z.object({
      catalogId: z.int(),
      name: z.string(),
      title: z.string(),
      content: z.string(),
      updateTime: z.string(),
      files: z.array(fileInfo),
      breadcrumb: z.array(crumb),
      seo,
    }),
    example: { catalogId: 35 },
  },
  'GET /catalog/a/info': {
    who: 'anyone',
    summary: '一篇文章，连同上一篇、下一篇、位置与相关文章',
    also: ['/cms/index/noLogin/catalog/a/info'],
    cached: true,
    input: z.object({ id: int, pa: int.optional() }),
    output: articleRow.extend({
      parentId: z.int(),
      subTitle: z.string().nullable(),
      author: z.string().nullable(),
      content: z.string(),
      keywords: z.array(z.string()),
      updateTime: z.string(),
      files: z.array(fileInfo),
      viewCount: z.int(),
      prev: neighbour,
      next: neighbour,
      breadcrumb: z.array(crumb),
      related: z.array(z.object({ id: z.int(), title: z.string(), publishTime: z.string() })),
      seo,
    }),
    example: { id: 3467, pa: 26 },
  },
  'POST /catalog/a/view': {
    who: 'anyone',
    summary: '文章被阅读了一次；同一来源十分钟内只计一次',
    input: byId,
    output: z.object({ viewCount: z.int() }),
    example: { id: 3467 },
  },
  'GET /catalog/seo': {
    who: 'anyone',
    summary: '栏目或文章的标题、关键词与描述',
    also: ['/cms/index/noLogin/catalog/seo'],
    cached: true,
    input: z
      .object({ catalogId: int.optional(), id: int.optional() })
      .refine(({ catalogId, id }) => Boolean(catalogId) !== Boolean(id), '请给出 catalogId 或 id 其中之一'),
    output: seo,
    example: { catalogId: 26 },
  },
} as const satisfies Contract
