import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { listing, moving, movingInto, removing, saving, siteRecord, version } from '#modules/settings/records.ts'

const site = { who: 'staff:site' } as const

/** Endpoints for staff to arrange the public pages, apart from articles. */
export const staffSiteContract = {
  'GET /staff/catalogue/list': {
    ...site,
    summary: '栏目：全部栏目，先后即菜单次序',
    input: nothing,
    output: listing(
      siteRecord.extend({
        parentId: z.int().nullable(),
        /** Deleted ones in the trash included: they come back to it. */
        articles: z.int(),
        /** Why it must stay; null where it may go. */
        fixed: z.string().nullable(),
      }),
    ),
  },
  'POST /staff/catalogue/save': {
    ...site,
    summary: '新增或修改栏目',
    ...saving,
    example: { form: { name: '标准动态', type: '列表', parentId: '7', articleType: 'standard' } },
  },
  'POST /staff/catalogue/move': {
    ...site,
    summary: '移动栏目：into 为上级栏目的编号，top 为一级栏目',
    ...movingInto,
    example: { id: 26, position: 1, order: 'x' },
  },
  'POST /staff/catalogue/moveArticles': {
    ...site,
    summary: '把一个栏目的全部文章移到另一个列表栏目',
    input: z.object({ id: int, to: int }),
    output: z.object({ moved: z.int() }),
    example: { id: 121, to: 122 },
  },
  'POST /staff/catalogue/remove': {
    ...site,
    summary: '删除空栏目',
    ...removing,
    example: { id: 121, version: 'x' },
  },
  'GET /staff/banner/list': {
    ...site,
    summary: '轮播图：首页与党建两组',
    input: nothing,
    output: listing(
      siteRecord.extend({ showing: z.boolean(), imgUrl: z.string(), mobileImgUrl: z.string().nullable() }),
    ),
  },
  'POST /staff/banner/save': {
    ...site,
    summary: '新增或修改轮播图',
    ...saving,
    example: { form: { place: 'home', title: '欢迎', alt: '会场全景', file: 1 } },
  },
  'POST /staff/banner/move': {
    ...site,
    summary: '调整轮播图的先后',
    ...moving,
  },
  'POST /staff/banner/remove': { ...site, summary: '删除轮播图', ...removing },
  'GET /staff/link/list': {
    ...site,
    summary: '友情链接',
    input: nothing,
    output: listing(siteRecord),
  },
  'POST /staff/link/save': {
    ...site,
    summary: '新增或修改友情链接',
    ...saving,
    example: { form: { name: '民政部', url: 'https://www.mca.gov.cn/', kind: 'text', group: '政府部门' } },
  },
  'POST /staff/link/move': {
    ...site,
    summary: '调整友情链接的先后',
    ...moving,
  },
  'POST /staff/link/remove': { ...site, summary: '删除友情链接', ...removing },
  'GET /staff/announcement/list': {
    ...site,
    summary: '公告条',
    input: nothing,
    output: listing(siteRecord.extend({ state: z.enum(['coming', 'showing', 'over']), stateName: z.string() })),
  },
  'POST /staff/announcement/save': {
    ...site,
    summary: '新增或修改公告条',
    ...saving,
    example: { form: { text: '本周六系统维护', level: 'info', startsAt: '2026-01-31 09:00' } },
  },
  'POST /staff/announcement/remove': { ...site, summary: '删除公告条', ...removing },
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
