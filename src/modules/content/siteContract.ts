import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { listing, type RecordType, siteRecord, version } from '#modules/settings/records.ts'

const site = { who: 'staff:site' } as const

/** Records of the public pages. */
export const contentRecords = {
  catalogue: {
    ...site,
    called: '栏目',
    list: listing(
      siteRecord.extend({
        parentId: z.int().nullable(),
        /** Deleted ones in the trash included: they come back to it. */
        articles: z.int(),
        /** Why it must stay; null where it may go. */
        fixed: z.string().nullable(),
      }),
    ),
  },
  banner: {
    ...site,
    called: '轮播图',
    list: listing(siteRecord.extend({ showing: z.boolean(), imgUrl: z.string(), mobileImgUrl: z.string().nullable() })),
  },
  link: { ...site, called: '友情链接', list: listing(siteRecord) },
  announcement: {
    ...site,
    called: '公告条',
    list: listing(siteRecord.extend({ state: z.enum(['coming', 'showing', 'over']), stateName: z.string() })),
  },
} as const satisfies Record<string, RecordType>

/** Endpoints for staff to arrange the public pages, apart from articles. */
export const staffSiteContract = {
  'GET /staff/catalogue/links': {
    ...site,
    summary: '指向一个栏目的链接：各类至多列 50 处，删除或合并栏目之前核对',
    input: z.object({ id: int }),
    output: z.object({ list: z.array(z.object({ where: z.string(), name: z.string() })) }),
    example: { id: 121 },
  },
  'POST /staff/catalogue/moveArticles': {
    ...site,
    summary: '把一个栏目的全部文章移到另一个列表栏目',
    input: z.object({ id: int, to: int }),
    output: z.object({ moved: z.int() }),
    example: { id: 121, to: 122 },
  },
  'GET /staff/pictures': {
    ...site,
    summary: '徽标、分享图片与侧栏二维码：表单、现值与版本',
    input: nothing,
    output: z.object({ fields: z.array(formField), values: formValues, version: z.string() }),
  },
  'POST /staff/pictures/save': {
    ...site,
    summary: '保存徽标、分享图片与侧栏二维码',
    input: z.object({ version, form: formInput }),
    output: z.object({ version: z.string() }),
    example: { version: 'x', form: { name1: '微信公众号', picture1: 1 } },
  },
} as const satisfies Contract
