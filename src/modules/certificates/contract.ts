import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, text } from '#lib/fields.ts'

export const certificateStatus = z.enum(
  ['notYet', 'valid', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled', 'replaced'],
  '不是有效的证书状态',
)

const statusOnDay = z.object({ date: z.string(), certStatus: certificateStatus, certStatusName: z.string() })

export const certificatesContract = {
  'GET /cert/verify': {
    who: 'anyone',
    summary: '凭完整编号或二维码核验一张证书，今天以及以前某一天的状态；没有这张证书时 data 为 null',
    input: z
      .object({
        number: text(60).optional(),
        token: text(40).optional(),
        /** A past day: "was it valid then?" */
        on: day.optional(),
      })
      .refine(({ number, token }) => Boolean(number) !== Boolean(token), '请给出 number 或 token 其中之一'),
    output: z
      .object({
        register: z.enum(['qualification', 'personnel', 'membership']),
        registerName: z.string(),
        certNo: z.string(),
        holderName: z.string(),
        /** The holder itself, or the employer when it was issued. */
        orgName: z.string(),
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
        history: z.array(
          z.object({
            ...{ event: z.string(), eventName: z.string(), date: z.string(), reason: z.string() },
            /** What a correction put right. */
            changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
          }),
        ),
        /** Numbers of the certificates that it replaced and by which it was replaced, nearest first. */
        predecessors: z.array(z.string()),
        successors: z.array(z.string()),
        verifyUrl: z.string(),
        checkedAt: z.string(),
      })
      .nullable(),
    example: { number: 'CBWA-QX01-A-2025-0012', on: '2026-01-31' },
  },
} as const satisfies Contract
