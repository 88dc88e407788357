import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { reachCounts } from '#lib/reachContract.ts'

const limit = { name: 'caseLink', max: 60, per: 600_000 }
/** Of the question for the code, which is all that a link opens by itself. */
const entrance = { name: 'caseLink/enter', max: 60, per: 600_000 }

const fact = z.object({ label: z.string(), text: z.string(), isBad: z.boolean().optional() })

const act = z.object({
  code: z.string(),
  name: z.string(),
  tone: z.enum(['main', 'plain', 'danger']),
  /** What it does, and whom it tells, as the desk says it. */
  consequence: z.string(),
  /** Whether the server tells by name and number whom it reaches (`POST /caseLink/reach`). */
  asksReach: z.boolean(),
  reason: z.enum(['required', 'optional', 'none']),
  reasonLabel: z.string(),
  maxReason: z.int(),
  /** Reasons to choose from. */
  reasons: z.array(z.string()),
  /** What it passes over, for which a reason of its own is asked. */
  exceptions: z.array(z.string()),
})

const chosen = { act: code, reason: text(1000).default(''), exceptionReason: text(500).default('') }

/**
 * A colleague's link to one case, from a message. Nobody is signed in here: a call after the code carries the secret of
 * this one case in the header `ticket`, which no other call takes.
 */
export const caseLinkContract = {
  'POST /caseLink/check': {
    who: 'anyone',
    isQuestion: true,
    limit: entrance,
    summary: '消息中的办理链接（token）是否还有效；只回答这一点，内容须输入动态验证码以后才看得到',
    input: z.object({ token: text(60) }),
    output: nothing,
    example: { token: '7K3M-9QXR-2HVD-PW4T' },
  },
  'POST /caseLink/enter': {
    who: 'anyone',
    limit: entrance,
    summary:
      '凭办理链接和本人的动态验证码（或备用码）打开一项工作：得到 ticket，15 分钟内有效，只能读取、办理这一项；输错 5 次链接作废',
    input: z.object({ token: text(60), code: text(20).refine(Boolean, '请输入动态验证码') }),
    output: z.object({ ticket: z.string(), until: z.string() }),
    example: { token: '7K3M-9QXR-2HVD-PW4T', code: '204816' },
  },
  'GET /caseLink/case': {
    who: 'anyone',
    limit,
    summary: '这一项工作的内容、文件和可以办理的操作；请求头 ticket',
    input: nothing,
    output: z.object({
      /** Name of the colleague. */
      name: z.string(),
      until: z.string(),
      kindName: z.string(),
      title: z.string(),
      stateName: z.string(),
      facts: z.array(fact),
      /** Further facts under headings, folded unless `isOpen`. */
      sections: z.array(z.object({ title: z.string(), isOpen: z.boolean(), facts: z.array(fact) })),
      files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int(), of: z.string() })),
      acts: z.array(act),
      /** Why the colleague cannot act on it now; empty: they can. */
      hindrance: z.string(),
      /** What was read: another one is not acted on. */
      seen: z.string(),
    }),
  },
  'GET /caseLink/file': {
    who: 'anyone',
    limit,
    summary: '这一项工作的一个文件；请求头 ticket',
    input: z.object({ id: int, download: z.enum(['0', '1'], '应为 0 或 1').optional() }),
    output: 'file',
    isStored: true,
    example: { id: 1 },
  },
  'POST /caseLink/reach': {
    who: 'anyone',
    isQuestion: true,
    limit,
    summary: '办理前核对：这项操作会通知多少人、用什么渠道；什么也不改，也不发出；请求头 ticket',
    input: z.object(chosen),
    output: reachCounts,
    example: { act: 'pass' },
  },
  'POST /caseLink/act': {
    who: 'anyone',
    limit,
    summary: '办理这一项工作，链接随之用完；seen 为读到的内容，此后有变化的不办理；请求头 ticket',
    input: z.object({ ...chosen, seen: text(100) }),
    output: z.object({ done: z.string() }),
    example: { act: 'pass', seen: '2' },
  },
} as const satisfies Contract
