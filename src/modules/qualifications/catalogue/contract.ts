import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, nothing } from '#lib/form/fields.ts'
import { formField } from '#lib/form/formContract.ts'
import { groupList } from '#modules/certificates/catalogue/contract.ts'
import { moving, movingInto, removing, saving, siteRecord } from '#modules/settings/records.ts'

const staff = { who: 'staff:certificates' } as const

/** The catalogue of what can be certified, as staff keep it. */
export const catalogueContract = {
  'GET /staff/qualification/group/list': {
    ...staff,
    summary: '能力评价的大类，先后即公示页面的次序',
    ...groupList,
  },
  'POST /staff/qualification/group/save': {
    ...staff,
    summary: '新增或修改大类；rules 为评价办法文章的编号',
    ...saving,
    example: { form: { code: 'QX', name: '清洗类', intro: '工业设备清洗', rules: '' } },
  },
  'POST /staff/qualification/group/move': {
    ...staff,
    summary: '调整大类的先后',
    ...moving,
  },
  'POST /staff/qualification/group/remove': {
    ...staff,
    summary: '删除没有种类、没有发过证书的大类',
    ...removing,
  },
  'GET /staff/qualification/kind/list': {
    ...staff,
    summary: '能力评价的种类，连同有效证书数与在办申请数',
    input: nothing,
    output: z.object({
      fields: z.array(formField),
      /** The version of how they stand. */
      order: z.string(),
      list: z.array(
        z.object({
          id: z.int(),
          groupId: z.int(),
          code: z.string(),
          name: z.string(),
          version: z.string(),
          validYears: z.int(),
          isOpen: z.boolean(),
          needsSiteReview: z.boolean(),
          levels: z.int(),
          /** Valid today and published. */
          certificates: z.int(),
          /** Handed in, and not decided. */
          applications: z.int(),
        }),
      ),
    }),
  },
  'GET /staff/qualification/kind/detail': {
    ...staff,
    summary: '一个种类的全部设置：栏目即其表单，连同最近一次修改',
    input: byId,
    output: siteRecord.extend({
      fields: z.array(formField),
      groupName: z.string(),
      certificates: z.int(),
      applications: z.int(),
      changed: z.object({ actorName: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 101 },
  },
  'POST /staff/qualification/kind/save': {
    ...staff,
    summary: '新增种类，或修改它的设置；form 为全部栏目',
    ...saving,
    example: {
      form: {
        code: 'QX04',
        name: '设备维修单位',
        groupId: '1',
        validYears: 4,
        renewAheadMonths: 6,
        flags: [],
        annualFrom: '01-01',
        annualTo: '03-31',
        numberRule: '{prefix}-{kind}-{level}-{year}-{serial:4}',
      },
    },
  },
  'POST /staff/qualification/kind/move': {
    ...staff,
    summary: '调整种类的先后；into 为另一大类的编号',
    ...movingInto,
    example: { id: 102, position: 1, order: 'x' },
  },
  'POST /staff/qualification/kind/remove': {
    ...staff,
    summary: '删除没有证书和申请的种类',
    ...removing,
    example: { id: 102, version: 'x' },
  },
} as const satisfies Contract
