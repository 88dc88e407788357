import { z } from 'zod'
import { fileUses } from '../uploads.ts'
import { fieldKinds } from './form.ts'

export const option = z.object({ code: z.string(), name: z.string(), retired: z.boolean().optional() })

const fieldShape = {
  name: z.string(),
  label: z.string(),
  section: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean().optional(),
  max: z.number().optional(),
  min: z.number().optional(),
  options: z.array(option).readonly().optional(),
  unit: z.string().optional(),
  hint: z.string().optional(),
  personal: z.boolean().optional(),
  suggests: z.string().optional(),
}
/** A form as `lib/form/form.ts` describes it. */
export const formField = z.object({
  ...fieldShape,
  autocomplete: z.string().optional(),
  use: z.enum(fileUses).optional(),
  columns: z
    .array(z.object({ ...fieldShape, hidden: z.boolean().optional() }))
    .readonly()
    .optional(),
  isOrdered: z.boolean().optional(),
})

const point = z.object({ lng: z.number(), lat: z.number() })
const cell = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), point, z.null()])
export const formValues = z.record(z.string(), z.union([cell, z.array(z.record(z.string(), cell))]))
export const formInput = z
  .record(z.string().max(40, '没有这一栏'), z.unknown(), '应为填写的内容')
  .refine(form => Object.keys(form).length <= 200, '栏目过多')
