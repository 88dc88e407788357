import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId } from '#lib/form/fields.ts'

export const deskRegisterContract = {
  'GET /staff/review/register': {
    who: 'staff:applications',
    provinces: 'within',
    summary:
      '一份申请的登记情况：信用代码、名称（同音、一字之差）、电话、法定代表人相同或相近的单位，会籍与欠费，被撤销或暂停的证书，其他在办申请，公示异议；各按本人的权限和地区',
    input: byId,
    output: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        /** Said where there is nothing. */
        none: z.string(),
        lines: z.array(
          z.object({
            title: z.string(),
            about: z.string(),
            route: z.string(),
            /** True if it may count against the application. */
            isBad: z.boolean(),
          }),
        ),
        /** True if there are more lines. */
        more: z.boolean(),
      }),
    ),
    example: { id: 1 },
  },
} as const satisfies Contract
