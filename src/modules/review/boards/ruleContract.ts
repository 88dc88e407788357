import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { listing, saving, siteRecord } from '#modules/settings/records.ts'
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

export const boardRuleContract = {
  'GET /staff/board/rule/list': {
    who: 'staff:decide',
    summary: '各类会议的规则：应到人数、出席与通过的比例、是否计票、表决方式',
    input: nothing,
    output: listing(siteRecord.extend({ sentences: z.array(z.string()) })),
  },
  'POST /staff/board/rule/save': {
    who: 'staff:decide',
    confirm: true,
    summary: '修改一类会议的规则：以后召开的会议适用，已召开、已记录的不变',
    ...saving,
    example: {
      id: 1,
      version: 'x',
      form: {
        entitled: 45,
        quorum: '2/3',
        quorumHow: 'atLeast',
        countsVotes: 'yes',
        majority: '2/3',
        majorityHow: 'atLeast',
        majorityOf: 'present',
        ballot: 'secret',
        publishesVotes: 'no',
      },
    },
  },
} as const satisfies Contract
