import { dayOf } from '#lib/dates.ts'
import { conflict, invalidFields } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm, type WordRule } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { submit } from '#modules/review/applying/server/submissions.ts'
import { newestApplication } from '#modules/review/server/applications.ts'
import { missingMaterials } from '#modules/review/server/merging.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import type { membersContract } from '../contract.ts'
import { isContactField } from '../organisationForm.ts'
import { idNumberFault } from '../personForm.ts'
import { namelessContacts } from './contacts.ts'
import { loggedText } from './loggedText.ts'
import { type Account, lockOwn, ownAccount, ownValues, type Profile, saveOwn, versionOf } from './own.ts'
import { evidenceOf, formerValues } from './profileApplications.ts'

type Edit = { own: Account; profile: Profile; before: FormValues; changes: FormValues }

export const changesHandlers = {
  /** Saves what may be changed at once, and hands in what is looked at first; both or neither. */
  'POST /member/edit': async (ctx, given) => {
    return inTransaction(ctx, async tx => {
      const { own, profile } = await ownAccount(tx)
      const row = await lockOwn(tx, own)
      if (versionOf(row) !== given.version) throw conflict('资料已在另一处（另一个窗口或设备）修改过，请刷新后再改')
      const before = await ownValues(tx, own, profile)
      const isReviewed = (name: string) => profile.reviewed.some(field => field.name === name)
      const changes = readChanges(tx, profile.fields, before, given.form, {
        words: await readPublicWordRule(tx, before),
        beside: names => (names.some(isReviewed) ? missingEvidence(profile, given.evidence) : {}),
      })
      const [reviewed, direct] = [pick(changes, isReviewed), pick(changes, name => !isReviewed(name))]
      if (Object.keys(direct).length) await saveAtOnce(tx, { own, profile, before, changes: direct })
      const changeApplyId = Object.keys(reviewed).length
        ? await handIn(tx, { own, profile, before, changes: reviewed }, given.evidence)
        : null
      return {
        ...(changeApplyId === null
          ? { status: 'saved' as const, statusName: '已保存' }
          : { status: 'reviewing' as const, statusName: '已提交审核' }),
        changeApplyId,
        version: versionOf(await lockOwn(tx, own)),
      }
    })
  },
} satisfies Partial<Handlers<typeof membersContract>>

const pick = (values: FormValues, which: (name: string) => boolean): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => which(name)))

/**
 * Returns the submitted values that differ from the stored ones; an emptied value is null. Validates only fields that
 * were sent: other missing values do not block the change. `words`: for values that everybody reads. `beside`: faults of
 * what goes with the changed fields, told with theirs.
 */
export function readChanges(
  ctx: Pick<Ctx, 'now'>,
  fields: readonly FormField[],
  before: FormValues,
  form: Record<string, unknown>,
  { words, beside }: { words?: WordRule; beside?: (changed: string[]) => FieldErrors } = {},
): FormValues {
  const sent = fields.filter(({ name }) => name in form)
  const today = dayOf(ctx.now)
  const { values, errors } = readForm(sent, form, { whole: true, today, before, words })
  const idFault = idNumberFault({ ...before, ...values }, today)
  if (idFault && ('idType' in form || 'idNumber' in form)) errors.idNumber ??= idFault
  const asksContacts = sent.some(({ name }) => isContactField(name))
  if (asksContacts)
    Object.assign(errors, { ...namelessContacts({ ...before, ...(form as FormValues), ...values }), ...errors })
  const changes = sent
    .map(({ name }) => [name, values[name] ?? null] as const)
    .filter(([name, value]) => name in errors || !isSame(value, before[name] ?? null))
  Object.assign(errors, beside?.(changes.map(([name]) => name)))
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return Object.fromEntries(changes)
}

function missingEvidence({ kind }: Profile, evidence: readonly number[]): FieldErrors {
  const slot = evidenceOf(kind)
  return missingMaterials({ slots: [slot] }, { [slot.code]: [...evidence] })
}

/** The parts of a point come from the database in another order. */
const plain = (value: FormValues[string]) =>
  value && typeof value === 'object' && 'lng' in value ? `${value.lng},${value.lat}` : JSON.stringify(value)
const isSame = (a: FormValues[string], b: FormValues[string]) => plain(a) === plain(b)

async function saveAtOnce(ctx: Ctx, { own, profile, before, changes }: Edit) {
  if (changes.logo) await attachFiles(ctx, [Number(changes.logo)])
  await saveOwn(ctx, own, changes)
  const changed = profile.fields.filter(({ name }) => name in changes)
  await record(ctx, {
    action: 'member.edit',
    objectType: profile.kind,
    objectId: own.organisationId ?? own.personId!,
    detail: {
      changes: changed.map(field => ({
        label: field.label,
        before: loggedText(field, before),
        after: loggedText(field, changes),
      })),
    },
  })
}

async function handIn(ctx: Ctx, { own, profile, before, changes }: Edit, evidence: number[]): Promise<number> {
  const open = await newestApplication(ctx, profile.change)
  if (open?.state === 'submitted') throw conflict('上一次变更正在审核，请等待结果，或先撤回再重新提交')
  const { organisationId, personId } = own
  const form = { ...before, ...changes, ...formerValues(profile.reviewed, before) }
  const of = await submit(
    ctx,
    profile.change,
    { form, materials: { [evidenceOf(profile.kind).code]: evidence } },
    { organisationId, personId },
  )
  return of.id
}
