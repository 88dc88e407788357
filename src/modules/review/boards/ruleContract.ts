import { z } from 'zod'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { ballots, voteBases } from './boardRule.ts'

const share = z.object({ numerator: z.int(), denominator: z.int(), isStrict: z.boolean() })

export const boardRule = z.object({
  entitled: z.int().nullable(),
  quorum: share.nullable(),
  vote: z
    .object({ majority: share, of: z.enum(voteBases), ballot: z.enum(ballots), isPublished: z.boolean() })
    .nullable(),
})

/** Attendance of a meeting; numbers are null if not recorded. */
export const attendance = z.object({
  entitled: z.int().nullable(),
  present: z.int().nullable(),
  onLeave: z.int(),
  names: z.array(z.string()),
  chair: z.string(),
  recorder: z.string(),
})

export const votes = z.object({ yes: z.int(), no: z.int(), abstained: z.int(), recused: z.int() })

export const boardRecords = {
  boardRule: {
    who: 'staff:decide',
    confirm: true,
    called: '会议规则',
    list: listing(siteRecord.extend({ sentences: z.array(z.string()) })),
  },
} as const satisfies Record<string, RecordType>
