import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'

/** The lists of which there is an address list. */
export const addressLists = ['organisation', 'member', 'memberFee'] as const

export const addressListContract = {
  'POST /staff/address-list/export': {
    who: 'staff:personalData',
    confirm: true,
    secondPerson: { rule: 'personalData' },
    summary:
      '提出导出通讯录（XLSX）：列表筛选出的单位、会员或会费，连同联系人、完整手机、电话、邮箱、通信地址和信用代码，可用于邮件合并；写明用途，另一位同事同意后，由提出的人在“双人复核”下载',
    input: z.object({
      of: z.enum(addressLists, '没有这个列表的通讯录'),
      /** Filters as in the address of the list's screen. */
      query: text(1000).default(''),
      purpose: text(200).min(4, '请写明用途，例如：邮寄年会通知'),
    }),
    output: 'file',
    example: { of: 'member', query: 'levelCode=20', purpose: '邮寄年会通知' },
  },
} as const satisfies Contract
