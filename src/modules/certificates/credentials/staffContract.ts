import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { credentialKeyStates } from './keyStates.ts'

const kid = z.string('应为密钥编号').regex(/^[\w-]{43}$/, '不是有效的密钥编号')
const dangerous = { who: 'staff:setup', confirm: true, secondPerson: { rule: 'credentialKey' } } as const

/** The keys with which credentials are signed, as administrators keep them. */
export const staffCredentialContract = {
  'GET /staff/credential/key/list': {
    who: 'staff:setup',
    summary: '可验证凭证的签名密钥，新的在前：编号、状态、何时启用和停用；不含私钥',
    input: nothing,
    output: z.object({
      did: z.string(),
      list: z.array(
        z.object({
          kid: z.string(),
          state: z.enum(credentialKeyStates),
          stateName: z.string(),
          createdTime: z.string(),
          /** Time from which it no longer signs. */
          endedTime: z.string().nullable(),
          /** Time from which it is no longer published, or from which nothing that it signed is accepted. */
          overTime: z.string().nullable(),
          reason: z.string(),
        }),
      ),
    }),
  },
  'POST /staff/credential/key/rotate': {
    ...dangerous,
    summary: '更换签名密钥：此后签发的凭证用新的，原来的继续公布供验证；seen 为看到的正在使用的密钥编号',
    input: z.object({ seen: kid }),
    output: z.object({ kid: z.string() }),
    example: { seen: 'x'.repeat(43) },
  },
  'POST /staff/credential/key/retire': {
    ...dangerous,
    summary: '停止公布一个不再签发的密钥：用它签发的凭证，其他程序不能再验证，请持证者重新下载',
    input: z.object({ kid }),
    output: nothing,
    example: { kid: 'x'.repeat(43) },
  },
  'POST /staff/credential/key/revoke': {
    ...dangerous,
    summary: '作废一个可能泄露的密钥：用它签发的全部凭证不再可信；正在使用的同时换新',
    input: z.object({ kid, reason: text(200).min(2, '请填写原因').prefault('') }),
    output: nothing,
    example: { kid: 'x'.repeat(43), reason: '服务器曾被入侵' },
  },
} as const satisfies Contract
