import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { key } from './contract.ts'
import { staffPastSearchContract } from './pastSearchContract.ts'

export const section: Section = { title: '后台搜索', after: '个人信息' }

export const staffSearchContract = {
  ...staffPastSearchContract,
  'GET /staff/find': {
    who: 'staff',
    summary:
      '后台搜索：单位、会员、人员、证书、申请、培训班、文章，各按本人的权限和地区，每类只给最相近的几条；单位、会员和申请也可按完整的手机、座机或联系人、法定代表人的姓名查找；人员须完整的姓名或号码；按个人号码查到的记入审计日志',
    input: z.object({ key }),
    output: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        things: z.array(
          z.object({
            title: z.string(),
            /** Distinguishes it from others of the same name. */
            about: z.string(),
            route: z.string(),
          }),
        ),
        more: z.boolean(),
        /** The list that has all of them; null where no list has just these. */
        list: z.string().nullable(),
      }),
    ),
    example: { key: '清源' },
  },
} as const satisfies Contract
