import { z } from 'zod'
import { option } from '#lib/form/formContract.ts'
import { typedKeys } from '#lib/keys.ts'
import { questionKindNames } from './question.ts'

export const question = z.object({
  code: z.string(),
  kind: z.enum(typedKeys(questionKindNames)),
  label: z.string(),
  section: z.string(),
  hint: z.string(),
  required: z.boolean(),
  options: z.array(option),
  items: z.array(option),
  min: z.number().nullable(),
  max: z.number().nullable(),
  unit: z.string(),
  condition: z.object({ code: z.string(), options: z.array(z.string()) }).nullable(),
  lastOption: z.int(),
})
