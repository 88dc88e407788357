import { desc, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { changedFields } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { file } from '#modules/files/server/tables.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'
import { mayChange, withCleanText } from '#modules/review/server/merging.ts'
import { applicationEvent, type Materials } from '#modules/review/server/tables.ts'
import { keptFlows } from '#modules/review/signing/server/flows.ts'
import type { Sent } from './submissions.ts'

/** A second click sends the same again, without having seen the answer to the first. Other content is never dropped. */
export async function isAlreadySubmitted(ctx: Ctx, kind: Kind, current: Application, sent: Sent): Promise<boolean> {
  const { state, version } = current
  const isRepeat = sent.version === undefined || sent.version + 1 === version
  if (!isRepeat || !['submitted', 'waiting', 'checking'].includes(state)) return false
  const differing = await differencesTo(ctx, kind, current, sent)
  if (differing.length === 0) return true
  if (kind.mayAmend && sent.version === undefined) return false
  throw conflict(
    `这份申请已经提交，现在发来的与已提交的不同：${differing.map(({ label }) => label).join('、')}。已提交的内容没有改动，您填写的内容仍在这里；请刷新后查看`,
    Object.fromEntries(differing.map(({ name }) => [name, '与已提交的不同'])),
  )
}

/** The fields and files in which what was sent is not what was handed in; what was not open is not looked at. */
async function differencesTo(ctx: Ctx, kind: Kind, current: Application, sent: Sent) {
  const { fields, slots } = await kind.schema(ctx, current)
  const [last] = await ctx.db
    .select({ remarks: applicationEvent.remarks })
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, current.id))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  const wasOpen = { state: 'returned', remarks: last?.remarks ?? [] } as const
  const asked = sent.form ? fields.filter(({ name }) => name in sent.form! && mayChange(wasOpen, { field: name })) : []
  const { values } = readForm(asked, withCleanText(asked, sent.form ?? {}), { whole: false, today: dayOf(ctx.now) })
  const changed = changedFields(asked, decryptForm(asked, current.form, ctx.encryption), values)
  const contentOf = await contentsOf(ctx, [sent.materials ?? {}, current.materials])
  // The form that was signed at a service is put among the files by the program itself.
  const signed = (await keptFlows(ctx, current)).map(({ signedFileId }) => signedFileId)
  const uploaded = (ids: readonly number[] = []) => contentOf(ids.filter(id => !signed.includes(id)))
  const otherFiles = slots.filter(({ code }) => {
    const ids = sent.materials?.[code]
    return ids && mayChange(wasOpen, { slot: code }) && uploaded(ids) !== uploaded(current.materials[code])
  })
  return [
    ...asked.filter(({ name }) => changed.includes(name)).map(({ name, label }) => ({ name, label })),
    ...otherFiles.map(({ code, name }) => ({ name: code, label: name })),
  ]
}

/** Returns a function that compares files by content, since the same scan may be uploaded twice. */
export async function contentsOf({ db }: Ctx, materials: Materials[]): Promise<(ids: readonly number[]) => string> {
  const all = materials.flatMap(of => Object.values(of).flat())
  const rows = await db.select({ id: file.id, sha256: file.sha256 }).from(file).where(inArray(file.id, all))
  const contents = new Map(rows.map(({ id, sha256 }) => [id, sha256]))
  return ids => ids.map(id => contents.get(id) ?? id).join()
}
