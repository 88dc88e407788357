import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'

export const accountsContract = {
  'GET /member/info': {
    who: 'member',
    summary: '当前登录的会员',
    input: z.object({}),
    output: z.object({ id: z.int(), userName: z.string(), accountType: z.enum(['organisation', 'person', 'staff']) }),
  },
  'POST /logout': {
    who: 'member',
    summary: '退出登录：令牌立即失效',
    input: z.object({}),
    output: z.object({}),
  },
} as const satisfies Contract
