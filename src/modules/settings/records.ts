import { z } from 'zod'
import { int, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'

/** Wire format shared by the records of the public site: form values, version and order. */
export const siteRecord = z.object({
  id: z.int(),
  name: z.string(),
  values: formValues,
  /** Goes back with a change: the second of two is told. */
  version: z.string(),
})
/** Record with the number of other records that refer to it. */
export const countedRecord = siteRecord.extend({ uses: z.int() })
export const listing = <Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>) =>
  /** `order`: the version of how they stand. */
  z.object({ fields: z.array(formField), order: z.string(), list: z.array(row) })
export const version = text(40)

/** Without `id` a new record is created. */
export const saving = {
  input: z.object({ id: int.optional(), version: version.optional(), form: formInput }),
  output: z.object({ id: z.int() }),
}
/** `position`: from 1, among those that it stands with. */
export const moving = {
  input: z.object({ id: int, position: int, order: version }),
  output: z.object({}),
  example: { id: 1, position: 2, order: 'x' },
}
/** `into`: another place, group or column to stand in. */
export const movingInto = { ...moving, input: moving.input.extend({ into: text(30).optional() }) }
export const removing = {
  input: z.object({ id: int, version }),
  output: z.object({}),
  example: { id: 1, version: 'x' },
}
export type Saving = z.output<typeof saving.input>
export type Moving = z.output<typeof movingInto.input>
export type Removing = z.output<typeof removing.input>

/** Record types whose changes can be shown and restored on their screens. */
export const siteObjects = z.enum(
  [
    'figure',
    'homeBlock',
    'setting',
    'catalogue',
    'quickLink',
    'banner',
    'link',
    'announcement',
    'advertPosition',
    'dictionaryEntry',
    'documentDraft',
  ],
  '没有这类记录',
)
