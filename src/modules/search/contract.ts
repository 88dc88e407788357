import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { page, paging } from '#lib/paging.ts'
import { articleTypes } from '#modules/content/articleTypes.ts'
import { isSearchable } from './isSearchable.ts'

export const searchType = z.enum([...articleTypes, 'member', 'cert', 'person', 'training', 'award'])
export type SearchType = z.infer<typeof searchType>

/** Visitors read what is wrong with it, without the name of the parameter. */
export const key = z
  .string({ error: ({ input }) => (input === undefined ? '请输入要查找的内容' : '应为一段文字，且只能出现一次') })
  .trim()
  .max(50, '不能超过 50 个字')
  .refine(isSearchable, '请至少输入两个字符，或一个汉字')

export const searchRow = z.object({
  type: searchType,
  typeName: z.string(),
  id: z.int(),
  catalogId: z.int().nullable(),
  catalogName: z.string().nullable(),
  /** HTML: escaped, with what was searched for in `<em>`; so is the summary. */
  title: z.string(),
  summary: z.string(),
  publishTime: z.string().nullable(),
  route: z.string(),
  /** Matching words of an article that were found in its text only, for a link with a text fragment. */
  passage: z.string().nullable(),
})

export const section: Section = { title: '搜索' }

export const searchContract = {
  'GET /search': {
    who: 'anyone',
    cached: 'typed',
    summary:
      '全站搜索：文章、会员单位、单位资质、人员证书（须完整姓名或证书编号）与培训；可用简称、拼音、首字母或编号的一段',
    also: ['/catalog/search', '/cms/index/noLogin/search'],
    input: z.object({
      key,
      type: z.enum([...searchType.options, 'all'], '没有这一类内容').default('all'),
      /** `rel`: by relevance; `time`: newest first. */
      sort: z.enum(['rel', 'time'], '应为 rel 或 time').default('rel'),
      ...paging,
    }),
    output: page(searchRow).extend({
      /** Results per type; `more`: the count is a lower bound. */
      facets: z.array(z.object({ type: searchType, typeName: z.string(), count: z.int(), more: z.boolean() })),
      /** The query used in place of the typed one: a question without its question words, or the words of a phrase. */
      taken: z.string().nullable(),
      /** Closest results when nothing was found, best first. */
      near: z.array(searchRow),
      /** Parts of the query that find something, suggested as corrections. */
      suggestions: z.array(z.string()),
    }),
    example: { key: '水处理', type: 'all', pageNum: 1, pageSize: 10 },
  },
  'GET /search/suggest': {
    who: 'anyone',
    cached: 'typed',
    summary:
      '边输入边提示：几位访客搜过、公开标题里原样有的词，再是标题或名称里有这些字的文章、会员单位、培训与获奖项目，不含证书和人员',
    input: z.object({ key }),
    output: z.array(z.object({ text: z.string(), typeName: z.string(), route: z.string() })),
    example: { key: '水处理' },
  },
  'POST /search/count': {
    who: 'anyone',
    summary: '搜到东西时记一次：三位访客搜过、公开标题里原样有的词才留下，用于提示；不留是谁、什么时候搜的',
    limit: { name: 'search/count', max: 300, per: 3_600_000 },
    input: z.object({ key }),
    /** Whether the search text may be suggested to others. */
    output: z.object({ counted: z.boolean() }),
    example: { key: '水处理' },
  },
} as const satisfies Contract
