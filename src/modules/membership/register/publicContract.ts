import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { publicRow } from '#modules/certificates/publicRow.ts'

const memberRow = z.object({
  id: z.int(),
  memberNo: z.string(),
  kind: z.enum(['organisation', 'person']),
  /** The organisation's, or that of a person's employer. */
  orgName: z.string(),
  shortName: z.string(),
  /** A person's, masked. */
  personName: z.string().nullable(),
  logo: z.string().nullable(),
  /** Code of the level. */
  type: z.int(),
  typeName: z.string(),
  provinceName: z.string(),
  categoryNames: z.array(z.string()),
  mainBusiness: z.string(),
  joinDate: z.string(),
  website: z.string(),
})

/** 会员风采 */
const style = z.object({
  title: z.string(),
  cover: z.string().nullable(),
  content: z.string(),
  images: z.array(z.string()),
  video: z.string().nullable(),
  honours: z.string(),
})

/** The register of members as the public sees it. */
export const publicRegisterContract = {
  'GET /app/publicity/member/type/list': {
    who: 'anyone',
    summary: '会员级别，连同各级别公开的有效会员数；单位会员在前',
    cached: true,
    input: nothing,
    output: z.array(z.object({ type: z.int(), typeName: z.string(), kind: memberRow.shape.kind, count: z.int() })),
  },
  'GET /app/publicity/member/list': {
    who: 'anyone',
    summary: '会员名录：按级别、入会先后排列；不给 type 时为单位会员。单位名称可用简称、拼音或其中一部分',
    cached: true,
    ...paged(
      {
        type: int.optional(),
        kind: z.enum(['organisation', 'person'], '应为 organisation 或 person').optional(),
        orgName: text(60).optional(),
        provinceCode: province.optional(),
        category: text(20).optional(),
      },
      memberRow,
    ),
    example: { type: 10, orgName: '水处理', provinceCode: '320000', pageNum: 1, pageSize: 10 },
  },
  'GET /app/publicity/member/top30': {
    who: 'anyone',
    summary: '最近入会的单位会员，最多 30 家',
    cached: true,
    input: nothing,
    output: z.array(memberRow.pick({ id: true, orgName: true, typeName: true, provinceName: true, joinDate: true })),
  },
  'GET /app/publicity/member/province/list': {
    who: 'anyone',
    summary: '各省级行政区的单位会员数，34 个齐全',
    cached: true,
    input: nothing,
    output: z.array(z.object({ provinceCode: z.string(), provinceName: z.string(), count: z.int() })),
  },
  'GET /app/publicity/member/detail': {
    who: 'anyone',
    summary: '一家单位会员的公开资料与会员风采',
    cached: true,
    input: byId,
    output: memberRow.omit({ personName: true }).extend({
      intro: z.string(),
      products: z.string(),
      honours: z.string(),
      address: z.string(),
      lng: z.number().nullable(),
      lat: z.number().nullable(),
      /** Only with the member's consent. */
      phone: z.string().nullable(),
      nature: z.string(),
      natureName: z.string(),
      foundedOn: z.string().nullable(),
      /** The association's own fields that it shows, of the company and of its membership. */
      own: z.array(z.object({ label: z.string(), text: z.string() })),
      style: style.nullable(),
      /** Posts in the bodies of the association whose lists are public. */
      posts: z.array(z.object({ bodyName: z.string(), postName: z.string(), personName: z.string() })),
      /** One paragraph for search engines and link previews. */
      summary: z.string(),
    }),
    example: { id: 1 },
  },
  'GET /app/publicity/member/qualification/list': {
    who: 'anyone',
    summary: '某单位会员公开的资质证书及其今天的状态，最新的在前；已被新证替代的不列',
    cached: true,
    input: byId,
    output: z.array(z.object({ id: z.int(), ...publicRow })),
    example: { id: 1 },
  },
} as const satisfies Contract
