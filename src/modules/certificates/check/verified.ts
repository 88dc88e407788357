import { z } from 'zod'
import { text } from '#lib/form/fields.ts'

export const certificateStatus = z.enum(
  ['notYet', 'valid', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled', 'replaced'],
  '不是有效的证书状态',
)

/** Which certificate: by the number on it, or by what its QR code says. */
export const which = { number: text(60).optional(), token: text(40).optional() }
type Which = { number?: string | undefined; token?: string | undefined }
export const isOne = ({ number, token }: Which) => Boolean(number) !== Boolean(token)
export const ONE = '请给出 number 或 token 其中之一'

const statusOnDay = z.object({
  date: z.string(),
  certStatus: certificateStatus,
  certStatusName: z.string(),
  /** The answer, then since when and why, or until when: 已撤销, 自 2026-06-25, 提供虚假业绩. */
  verdict: z.array(z.string()),
})
const change = z.object({ label: z.string(), before: z.string(), after: z.string() })

/** All that a certificate says, and what has become of it. What it says is of the day that was asked for. */
export const verified = z.object({
  register: z.enum(['qualification', 'personnel', 'membership', 'award']),
  registerName: z.string(),
  certNo: z.string(),
  holderName: z.string(),
  /** A person's name of which only the ends are shown: whoever knows it may have it confirmed. */
  holderMasked: z.boolean(),
  /** The holder itself, or the employer when it was issued. */
  orgName: z.string(),
  /** The organisation's own page on this site, where it has one and its name is told. */
  orgPage: z.string().nullable(),
  /** Whether the public lists have it; what they do not have is confirmed to whoever has its number or code. */
  isListed: z.boolean(),
  creditCode: z.string().nullable(),
  provinceName: z.string(),
  groupName: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  scope: z.string(),
  issuer: z.string(),
  issueDate: z.string(),
  validFrom: z.string(),
  /** Null: until further notice. */
  validTo: z.string().nullable(),
  today: statusOnDay,
  /** On the day that was asked for. */
  on: statusOnDay.nullable(),
  /** What it says otherwise today than on the day that was asked for: empty where that is the same. */
  changedSince: z.array(change),
  history: z.array(
    z.object({
      event: z.string(),
      eventName: z.string(),
      date: z.string(),
      reason: z.string(),
      /** What a correction put right, or what is different from that day on. */
      changes: z.array(change),
    }),
  ),
  /** Numbers of the certificates that it replaced and by which it was replaced, nearest first. */
  predecessors: z.array(z.string()),
  successors: z.array(z.string()),
  verifyUrl: z.string(),
  checkedAt: z.string(),
})
