import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/form/fields.ts'

/** One requirement of a level, compared with what the register knows of the company. */
export const eligibilityItem = z.object({
  /** Key of `requirementTerms`: senior, middle, junior, certified, holders, share, capital, works. */
  what: z.string(),
  label: z.string(),
  unit: z.string(),
  needed: z.number(),
  /** Null: the register cannot say, the company states it in its application. */
  have: z.number().nullable(),
  isMet: z.boolean(),
  /** Counted people whose certificate ends within 90 days. */
  expiring: z.array(z.object({ name: z.string(), certNo: z.string(), validTo: z.string(), daysLeft: z.int() })),
  /** For requirements proved by certificates: who is counted, by which certificate, and who is not, and why. */
  counted: z.array(
    z.object({ name: z.string(), certNo: z.string(), kindName: z.string(), validTo: z.string().nullable() }),
  ),
  left: z.array(z.object({ name: z.string(), why: z.string() })),
  /** 需要 4 名持证人员，现有 3 名有效，其中 1 名 40 天后到期 */
  sentence: z.string(),
})
export const eligibilityLevel = z.object({
  levelId: z.int(),
  levelCode: z.string(),
  levelName: z.string(),
  scopeText: z.string(),
  fee: z.number(),
  isMet: z.boolean(),
  items: z.array(eligibilityItem),
})

export const eligibilityContract = {
  'GET /qualification/eligibility': {
    who: 'member',
    summary: '条件对照：某一种类各级别的要求，与本单位登记的人员、证书逐项对照',
    input: z.object({ childId: int }),
    output: z.object({
      childName: z.string(),
      levels: z.array(eligibilityLevel),
      /** Number of people registered for this company; missing ones can be added there. */
      people: z.int(),
    }),
    example: { childId: 101 },
  },
} as const satisfies Contract
