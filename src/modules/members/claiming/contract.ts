import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { claimStates } from './claiming.ts'

export const claimingContract = {
  'GET /member/company/claim': {
    who: 'member',
    self: true,
    summary: '本账号登记的单位是否已核实；待核实的，可以向协会登记的哪些手机（只显示一部分）发送验证码',
    input: nothing,
    output: z.object({
      state: z.enum(claimStates),
      /** As typed at registration, never from the register. */
      orgName: z.string(),
      creditCode: z.string(),
      phones: z.array(z.object({ contactId: z.int(), roleName: z.string(), phone: z.string() })),
    }),
  },
  'POST /member/company/claimCode': {
    who: 'member',
    self: true,
    summary: '向协会登记的单位手机发送核实验证码',
    input: z.object({ contactId: int }),
    output: z.object({ expire: z.int(), interval: z.int() }),
    example: { contactId: 1 },
  },
  'POST /member/company/prove': {
    who: 'member',
    self: true,
    summary:
      '凭单位手机收到的验证码核实单位：核实后单位的资料与证书归入本账号。单位登记有邮箱的，还须 mailCode：不给则发到该邮箱并拒绝，同一短信验证码仍有效',
    input: z.object({ contactId: int, code: text(20), mailCode: text(20).default('') }),
    output: z.object({ name: z.string() }),
    example: { contactId: 1, code: '204816' },
  },
} as const satisfies Contract
