import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/fields.ts'

export const homeContract = {
  'GET /cms/index/noLogin/num/num': {
    who: 'anyone',
    summary: '首页数字：会员、有效证书、培训，由登记数据实时统计',
    also: ['/num/num'],
    cached: true,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({ code: z.string(), name: z.string(), num: z.int(), unit: z.string(), route: z.string() }),
      ),
      updateTime: z.string(),
    }),
  },
  'GET /sitemap': {
    who: 'anyone',
    summary: '全部公开页面的地址；不给 part 且一份装不下时，只回答共有几份',
    cached: true,
    input: z.object({ part: int.optional() }),
    output: z.object({
      parts: z.int(),
      list: z.array(
        z.object({
          /** On this site, beginning with a slash. */
          path: z.string(),
          /** When what is shown there last changed; null where that is all the time. */
          changeTime: z.string().nullable(),
        }),
      ),
    }),
    example: { part: 1 },
  },
} as const satisfies Contract
