import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { confirmedByAll } from '#modules/review/wayWords.ts'
import { qualificationStages } from '../applicationTypes.ts'
import { levelOffered } from '../levelShape.ts'

/** The catalogue as the public reads it, and the guide to each kind. */
export const guideContract = {
  'GET /app/publicity/qualification/group/list': {
    who: 'anyone',
    summary: '单位资质的大类，连同各类当前有效的证书数',
    cached: true,
    input: nothing,
    output: z.array(z.object({ groupId: z.int(), groupCode: z.string(), groupName: z.string(), count: z.int() })),
  },
  'GET /app/publicity/qualification/child/list': {
    who: 'anyone',
    summary: '某一大类下的种类，连同各种类当前有效的证书数',
    cached: true,
    input: z.object({ groupId: int }),
    output: z.array(
      z.object({
        childId: z.int(),
        childCode: z.string(),
        childName: z.string(),
        /** Validity of a certificate in years. */
        validYears: z.int(),
        count: z.int(),
      }),
    ),
    example: { groupId: 1 },
  },
  'GET /app/publicity/qualification/level/list': {
    who: 'anyone',
    summary: '某一种类的级别：允许范围、条件与评审费',
    cached: true,
    input: z.object({ childId: int }),
    output: z.array(levelOffered),
    example: { childId: 101 },
  },
  'GET /app/publicity/qualification/group': {
    who: 'anyone',
    summary: '一个大类的介绍、评价办法，以及按种类和级别统计的有效证书数；不给 groupId 时为第一个大类',
    cached: true,
    input: z.object({ groupId: int.optional() }),
    output: z.object({
      groupId: z.int(),
      groupCode: z.string(),
      groupName: z.string(),
      intro: z.string(),
      /** Articles. */
      rules: z.array(z.object({ id: z.int(), title: z.string() })),
      stat: z.array(z.object({ childName: z.string(), levelName: z.string(), num: z.int() })),
    }),
    example: { groupId: 1 },
  },
  'GET /app/publicity/qualification/kind': {
    who: 'anyone',
    summary: '一个种类的办事指南：级别、条件、评审费、材料、环节与通常用时',
    cached: true,
    input: z.object({ kindId: int }),
    output: z.object({
      childId: z.int(),
      childCode: z.string(),
      childName: z.string(),
      isOpen: z.boolean(),
      groupId: z.int(),
      groupName: z.string(),
      groupIntro: z.string(),
      validYears: z.int(),
      renewAheadMonths: z.int(),
      /** Days of each year between which it is accepted, as `01-01`. */
      annualReport: z.object({ from: z.string(), to: z.string() }).nullable(),
      /** Levels that can be applied for; `fee` is for a first application, in yuan. */
      levels: z.array(levelOffered),
      /** Documents required in addition to the stamped form. */
      materials: z.array(z.object({ name: z.string(), required: z.boolean(), hint: z.string() })),
      asked: z.array(z.string()),
      stages: z.array(z.enum(qualificationStages)).readonly(),
      /** How the form is confirmed. */
      confirmedBy: z.enum(confirmedByAll),
      /** Median of the latest, from submission to certificate; null where there are too few. */
      usualDays: z.int().nullable(),
      /** Articles. */
      rules: z.array(z.object({ id: z.int(), title: z.string() })),
    }),
    example: { kindId: 101 },
  },
} as const satisfies Contract
