import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { allKinds } from '#modules/review/server/applicationKinds.ts'
import { confirmingRule } from '#modules/review/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { confirmingRecords } from '../staffContract.ts'
import { confirmingFields, confirmingFieldsAlone } from '../ways.ts'
import { type Rule, usualRule } from './confirmationStatus.ts'

type Row = Rule & { id: number; name: string }

const ruleForm = bindForm(confirmingFields, confirmingRule, {}).besides({ kind: true, version: true })

async function readRules({ db }: Pick<Ctx, 'db'>): Promise<Row[]> {
  const kept = new Map((await db.select().from(confirmingRule)).map(row => [row.kind, row]))
  return allKinds()
    .filter(({ sealedSlot }) => sealedSlot)
    .map(({ kind, name }, i) => ({ id: i + 1, name, ...(kept.get(kind) ?? usualRule(kind)) }))
}

/** Rules per kind with a sealed form; changed but never removed. */
defineSiteRecords<Row, ListOf<typeof confirmingRecords.confirmingRule>>({
  objectType: 'confirmingRule',
  ...confirmingRecords.confirmingRule,
  fields: ({ config }) => (config.signingService ? confirmingFields : confirmingFieldsAlone),
  read: readRules,
  valuesOf: ruleForm.valuesOf,
  facts:
    () =>
    ({ version }) => ({ statementVersion: version }),
  write: async ({ db }, values, before) => {
    if (!before) throw conflict('每种申请只有一项确认方式，请修改其中一项')
    const changed = ruleForm.rowOf(values)
    const version = before.version + (changed.statement === before.statement ? 0 : 1)
    const row = { kind: before.kind, ...changed, version }
    await db.insert(confirmingRule).values(row).onConflictDoUpdate({ target: confirmingRule.kind, set: row })
    return before.id
  },
  pack: { key: ({ kind }) => kind },
})
