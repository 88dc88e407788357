import { iso } from '#lib/dates.ts'
import { changedFields } from '#lib/form/form.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { type Schema, slotName } from './applicationKinds.ts'
import type { applicationEvent } from './tables.ts'

export type Event = typeof applicationEvent.$inferSelect

/** Each submission against the one before, with what had been asked of it and what the applicant says. */
export function roundsOf(ctx: Ctx, schema: Schema, events: Event[], masked: boolean) {
  const show = (form: Event['form']) => {
    const values = decryptForm(schema.fields, form!, ctx.encryption)
    return { values, shown: masked ? maskForm(schema.fields, values) : values }
  }
  // What a later stage asks for may be handed in without the form.
  const submissions = events.filter(({ form }) => form !== null)
  return submissions.map((event, i) => {
    const before = i === 0 ? undefined : show(submissions[i - 1]!.form)
    const after = show(event.form)
    const said = (what: Partial<Record<'field' | 'slot', string>>) =>
      event.remarks.find(remark =>
        what.field ? remark.field === what.field : what.slot ? remark.slot === what.slot : false,
      )
    const fields = before ? changedFields(schema.fields, before.values, after.values) : []
    const slots = before
      ? schema.slots.filter(
          ({ code }) =>
            JSON.stringify(submissions[i - 1]!.materials?.[code] ?? []) !==
            JSON.stringify(event.materials?.[code] ?? []),
        )
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
                before: wordsOf(field, before?.shown[field.name]),
                after: wordsOf(field, after.shown[field.name]),
                remark: said({ field: field.name })?.text,
                answer: said({ field: field.name })?.answer,
              }
            : [],
        ),
        ...slots.map(({ code }) => ({
          field: code,
          label: slotName(schema, code),
          before: filesIn(submissions[i - 1]!, code),
          after: filesIn(event, code),
          remark: said({ slot: code })?.text,
          answer: said({ slot: code })?.answer,
        })),
      ],
    }
  })
}

const filesIn = ({ materials }: Event, slot: string) => {
  const files = materials?.[slot]?.length ?? 0
  return files ? `${files} 个文件` : ''
}
