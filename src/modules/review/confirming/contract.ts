import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { flowStateNames } from '../signing/flowStates.ts'
import { ways } from '../wayWords.ts'

const flowState = z.enum(typedKeys(flowStateNames))
const confirmedFile = z.object({ slotName: z.string(), name: z.string(), size: z.int(), sha256: z.string() })

const standing = z.object({
  ways: z.array(z.enum(ways)),
  /** The place for the paper for which it stands: what is wrong with it is told there. Empty where nothing is sealed. */
  slot: z.string(),
  /** True if it can be confirmed now. */
  isOpen: z.boolean(),
  /** True if the caller may have it signed at the signing service. */
  maySign: z.boolean(),
  /** The last time it was given to the service; `changed` names what is otherwise since. */
  signing: z
    .object({
      state: flowState,
      stateName: z.string(),
      /**
       * Page where the company signs; empty unless the caller is the owner and the flow is waiting for the signature.
       */
      link: z.string(),
      signatory: z.string(),
      /** Why it was refused, or is of no use, or has to wait. */
      problem: z.string(),
      endedAt: z.string().nullable(),
      changed: z.array(z.string()),
    })
    .nullable(),
  /** Complete content that the owner confirms; null for anyone else and while confirmation is closed. */
  asked: z
    .object({
      statement: z.string(),
      statementVersion: z.int(),
      documentHash: z.string(),
      files: z.array(confirmedFile),
      /** Digest of everything that is confirmed. */
      digest: z.string(),
      /** Masked: where the code goes. */
      phone: z.string(),
    })
    .nullable(),
  /** The last time; `changed` names what is otherwise since. */
  confirmed: z
    .object({
      by: z.string(),
      at: z.string(),
      phone: z.string(),
      statementVersion: z.int(),
      changed: z.array(z.string()),
    })
    .nullable(),
})

/** 线上确认: the owner of a company stands to an application in place of seal and signature. */
export const confirmingContract = {
  'GET /member/application/confirming': {
    who: 'member',
    duties: ['applications'],
    summary: '一份申请怎样确认、确认了没有；须确认的内容、声明全文与各文件的 SHA-256 只给本单位负责人看',
    input: byId,
    output: standing,
    example: { id: 1 },
  },
  'POST /member/application/confirm': {
    who: 'member',
    duties: ['owner'],
    summary:
      '负责人线上确认申请：digest 为所读到的内容的摘要，code 为发到负责人手机的验证码（用途 confirmForm）；内容已改动的返回 409',
    input: z.object({ id: int, digest: z.string().regex(/^[0-9a-f]{64}$/, '应为 64 位十六进制字符'), code: text(20) }),
    output: standing,
    example: { id: 1, digest: '0'.repeat(64), code: '204816' },
  },
  'POST /member/application/sign': {
    who: 'member',
    duties: ['owner'],
    summary:
      '负责人把申请表送到电子签章服务签署；同样内容正在签的继续原来的一次，已签的返回 409。签好的申请表在提交材料时作为盖章申请表',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'POST /member/application/sign/ask': {
    who: 'member',
    duties: ['owner'],
    summary: '签好了还没有显示：向电子签章服务查询一次',
    input: byId,
    output: z.object({ state: flowState, stateName: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
