import { z } from 'zod'
import { text } from '#lib/form/fields.ts'

export const certificateStatus = z.enum(
  ['notYet', 'valid', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled', 'replaced'],
  '不是有效的证书状态',
)

/** Identifies a certificate by its printed number or by the token in its QR code. */
export const certificateIdentifier = { number: text(60).optional(), token: text(40).optional() }
type CertificateIdentifier = { number?: string | undefined; token?: string | undefined }
export const hasOneIdentifier = ({ number, token }: CertificateIdentifier) => Boolean(number) !== Boolean(token)
export const ONE_IDENTIFIER_MESSAGE = '请给出 number 或 token 其中之一'

const statusOnDay = z.object({
  date: z.string(),
  certStatus: certificateStatus,
  certStatusName: z.string(),
  /** The answer, then since when and why, or until when: 已撤销, 自 2026-06-25, 提供虚假业绩. */
  verdict: z.array(z.string()),
})
const change = z.object({ label: z.string(), before: z.string(), after: z.string() })

/** Full content and history of a certificate. The content is that of the requested day. */
export const verified = z.object({
  register: z.enum(['qualification', 'personnel', 'membership', 'award', 'appointment']),
  registerName: z.string(),
  certNo: z.string(),
  holderName: z.string(),
  /** A person's name of which only the ends are shown: whoever knows it may have it confirmed. */
  holderMasked: z.boolean(),
  /** The holder itself, or the employer when it was issued. */
  orgName: z.string(),
  /** The organisation's own page on this site, where it has one and its name is told. */
  orgPage: z.string().nullable(),
  /**
   * True if the public lists show it. An unlisted certificate is still confirmed to a caller with its number or code.
   */
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
  /** Status on the requested day; null if none was requested. */
  on: statusOnDay.nullable(),
  /** Fields that differ between the requested day and today. */
  changedSince: z.array(change),
  history: z.array(
    z.object({
      event: z.string(),
      eventName: z.string(),
      date: z.string(),
      reason: z.string(),
      changes: z.array(change),
    }),
  ),
  /** Numbers of the certificates that it replaced and by which it was replaced, nearest first. */
  predecessors: z.array(z.string()),
  successors: z.array(z.string()),
  verifyUrl: z.string(),
  checkedAt: z.string(),
})
