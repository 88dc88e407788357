import { iso } from '#lib/dates.ts'
import { changedFields } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { type Schema, slotName } from './applicationKinds.ts'
import type { applicationEvent } from './tables.ts'

export type Event = typeof applicationEvent.$inferSelect

/** Compares each submission with the one before, with its remarks and answers. */
export function roundsOf(ctx: Ctx, schema: Schema, events: Event[], masked: boolean) {
  const show = (form: Event['form']) => {
    const values = decryptForm(schema.fields, form!, ctx.encryption)
    return { values, shown: masked ? maskForm(schema.fields, values) : values }
  }
  // Skip submissions without a form, which later stages allow.
  const submissions = events.filter(({ form }) => form !== null)
  return submissions.map((event, i) => {
    const before = i === 0 ? undefined : show(submissions[i - 1]!.form)
    const after = show(event.form)
    const said = (what: Partial<Record<'field' | 'slot', string>>) =>
      event.remarks.find(remark =>
        what.field ? remark.field === what.field : what.slot ? remark.slot === what.slot : false,
      )
    const fields = before ? changedFields(schema.fields, before.values, after.values) : []
    const earlier = submissions[i - 1]
    const slots = earlier
      ? schema.slots.filter(({ code }) => isReplaced(earlier, event, code) || said({ slot: code }))
      : []
    const named = new Set([...fields, ...event.remarks.flatMap(({ field }) => field ?? [])])
    return {
      revision: event.revision,
      at: iso(event.at),
      changes: [
        ...schema.fields.flatMap(field =>
          named.has(field.name)
            ? {
                field: field.name,
                label: field.label,
                before: fieldText(field, before?.shown[field.name]),
                after: fieldText(field, after.shown[field.name]),
                remark: said({ field: field.name })?.text,
                answer: said({ field: field.name })?.answer,
              }
            : [],
        ),
        ...slots.map(({ code }) => ({
          field: code,
          label: slotName(schema, code),
          ...filesBetween(earlier!, event, code),
          remark: said({ slot: code })?.text,
          answer: said({ slot: code })?.answer,
        })),
      ],
    }
  })
}

/**
 * Describes the files of a slot before and after. The same count may be other files, or the same with only a new
 * answer.
 */
function filesBetween(earlier: Event, later: Event, slot: string) {
  const [before, after] = [filesIn(earlier, slot), filesIn(later, slot)]
  return { before, after: before && after && isReplaced(earlier, later, slot) ? `${after}（已更换）` : after }
}

const isReplaced = (earlier: Event, later: Event, slot: string) =>
  JSON.stringify(earlier.materials?.[slot] ?? []) !== JSON.stringify(later.materials?.[slot] ?? [])

const filesIn = ({ materials }: Event, slot: string) => {
  const files = materials?.[slot]?.length ?? 0
  return files ? `${files} 个文件` : ''
}
