import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { applicationTypes } from '../applicationTypes.ts'

export const ownCertificatesContract = {
  'GET /member/qualification/list': {
    who: 'member',
    summary: '本单位（个人账号：本人）的证书，最先到期的在前；可按状态筛选',
    input: z.object({ status: certificateStatus.optional() }),
    output: z.array(
      z.object({
        register: z.enum(['qualification', 'personnel', 'award', 'appointment']),
        certId: z.int(),
        certNo: z.string(),
        groupName: z.string(),
        childName: z.string(),
        levelName: z.string(),
        /** Codes of the catalogue. */
        childCode: z.string(),
        levelCode: z.string(),
        scope: z.string(),
        issueDate: z.string(),
        /** Null: until further notice. */
        validTo: z.string().nullable(),
        certStatus: certificateStatus,
        certStatusName: z.string(),
        /** Negative: over since so many days. */
        daysLeft: z.int().nullable(),
        verifyUrl: z.string(),
        lookups30d: z.int(),
        /** Applications possible for this certificate; with the reason where one is not possible now. */
        can: z.array(
          z.object({
            type: z.enum(applicationTypes),
            name: z.string(),
            hindrance: z.string().nullable(),
            /** The one that is under way already. */
            applicationId: z.int().nullable(),
          }),
        ),
        canRenew: z.boolean(),
        canAnnual: z.boolean(),
        /** Requirements of the level that the company no longer meets, in a sentence. */
        shortfall: z.string().nullable(),
        hasFile: z.boolean(),
      }),
    ),
    example: { status: 'expiring' },
  },
} as const satisfies Contract
