import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField, formInput } from '#lib/form/formContract.ts'

const ownTitle = z.object({
  id: z.int(),
  kind: z.enum(['organisation', 'person']),
  title: z.string(),
  creditCode: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  accountMasked: z.string(),
  email: z.string(),
  isDefault: z.boolean(),
})

export const invoiceTitlesContract = {
  'GET /member/invoiceTitle/list': {
    who: 'member',
    summary: '保存的票据抬头：默认的在前，其余最近用的在前',
    input: nothing,
    output: z.object({ fields: z.array(formField), list: z.array(ownTitle) }),
  },
  'POST /member/invoiceTitle/save': {
    who: 'member',
    duties: ['finance'],
    summary: '新增或修改票据抬头：单位须填统一社会信用代码；修改时银行账号留空即不变',
    input: z.object({ id: int.optional(), form: formInput }),
    output: z.object({ id: z.int() }),
    example: {
      form: {
        kind: 'organisation',
        title: '示例机电有限公司',
        creditCode: '91110105MA0000001F',
        email: 'finance@example.com',
        isDefault: 'yes',
      },
    },
  },
  'POST /member/invoiceTitle/remove': {
    who: 'member',
    duties: ['finance'],
    summary: '删除一个保存的票据抬头',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract

export type OwnTitle = z.infer<typeof ownTitle>
