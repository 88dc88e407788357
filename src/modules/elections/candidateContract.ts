import { z } from 'zod'
import { int, month, text } from '#lib/form/fields.ts'
import { sexes } from '#modules/posts/bodyWords.ts'

/** Somebody who is proposed. */
export const candidateInput = z.object({
  contestId: int,
  personName: text(40).min(1, '请填写姓名'),
  sex: z.enum(sexes).nullish(),
  bornMonth: month.nullish(),
  organisationId: int.nullish(),
  organisationName: text(60).default(''),
  position: text(40).default(''),
  introduction: text(1000).default(''),
})
