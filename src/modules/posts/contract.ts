import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { ownLetter } from './letterContract.ts'

export const section: Section = { title: '机构名单与席位' }

/** What everybody may read of who holds which post. */
export const postsContract = {
  'GET /app/publicity/body/list': {
    who: 'anyone',
    summary: '公开的机构名单：今天在任的人，按职务；只有姓名、单位和职务',
    cached: true,
    input: nothing,
    output: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** Empty: without a term. */
        termNumber: z.string(),
        fromDay: z.string().nullable(),
        toDay: z.string().nullable(),
        posts: z.array(
          z.object({
            name: z.string(),
            holders: z.array(
              z.object({
                personName: z.string(),
                orgName: z.string(),
                /** The organisation's public page; null: it has none. */
                route: z.string().nullable(),
              }),
            ),
          }),
        ),
      }),
    ),
  },
  'GET /member/seats': {
    who: 'member',
    summary: '本单位在协会的席位（个人账号：本人的任职）：谁任什么职务、任期与聘书；单位可以申请更换代表的',
    input: nothing,
    output: z.object({
      seats: z.array(
        z.object({
          id: z.int(),
          personName: z.string(),
          bodyName: z.string(),
          postName: z.string(),
          termNumber: z.string(),
          fromDay: z.string(),
          until: z.string().nullable(),
          state: z.enum(['current', 'ended', 'coming']),
          stateName: z.string(),
          /** Number of the letter of appointment in force; empty: none. */
          letterNumber: z.string(),
        }),
      ),
      /** The company may ask for another representative. */
      mayHandOver: z.boolean(),
      /** Application for another representative that is under way. */
      application: z.object({ id: z.int(), statusName: z.string() }).nullable(),
    }),
  },
  'GET /member/seat/letter': {
    who: 'member',
    summary: '本单位席位或本人任职的聘书（带数字签名的 PDF）',
    ...ownLetter,
  },
} as const satisfies Contract
