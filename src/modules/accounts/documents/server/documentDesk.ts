import { and, countDistinct, eq, isNull } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { type DocumentName, documentCodes, documentNames } from '#modules/accounts/documentNames.ts'
import { changeWithVersion } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { account, consent } from '../../server/tables.ts'
import { plainText, sectionsOf, textFault } from '../documentText.ts'
import { draftFields } from '../draftForm.ts'
import type { documentDeskContract } from '../staffContract.ts'
import { documentVersion } from './tables.ts'
import { currentVersions, publishedVersions, stateNames, stateOf, type Version } from './versions.ts'

type Row = typeof documentVersion.$inferSelect
/** The draft of a document or, where there is none, the next draft prefilled from the version in force. */
type Draft = Omit<Row, 'id'> & {
  /** Position of the document in `documentCodes`, not the id of a row. */
  id: number
  isDraft: boolean
}

const draftForm = bindForm(draftFields, documentVersion, {}).besides({
  id: true,
  document: true,
  publishedAt: true,
  publishedBy: true,
})

const valuesOfDraft = (draft: Draft): FormValues => draftForm.valuesOf(draft)

async function readDrafts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Draft[]> {
  const written = await ctx.db.select().from(documentVersion).where(isNull(documentVersion.publishedAt))
  const current = await currentVersions(ctx)
  const used = await publishedVersions(ctx)
  return documentCodes.map((document, i) => {
    const draft = written.find(one => one.document === document)
    if (draft) return { ...draft, id: i + 1, isDraft: true }
    const inForce = current.find(one => one.document === document)
    const taken = used.filter(one => one.document === document).map(one => one.version)
    return { ...blank, ...inForce, ...initialDraft(document, taken, ctx.now), id: i + 1 }
  })
}

const blank = { title: '', text: '' }

/** Initial values of the next version, other than its title and text. */
const initialDraft = (document: DocumentName, taken: readonly string[], now: Date) => ({
  document,
  version: nextVersion(taken, dayOf(now).slice(0, 7)),
  summary: '',
  needsConsent: false,
  effectiveOn: null,
  publishedAt: null,
  publishedBy: null,
  isDraft: false,
})

const nextVersion = (taken: readonly string[], month: string): string =>
  [month, ...taken.map((_, i) => `${month}-${i + 2}`)].find(one => !taken.includes(one))!

const VERSION = /^[A-Za-z0-9][A-Za-z0-9.-]*$/

async function check(ctx: Ctx, values: FormValues, before: Draft | undefined): Promise<FieldErrors> {
  const used = (await publishedVersions(ctx)).some(
    ({ document, version }) => document === before?.document && version === values.version,
  )
  const wrongText = textFault(String(values.text ?? ''))
  return {
    ...wrongIf(!VERSION.test(String(values.version ?? '')), {
      version: '版本号应为字母、数字、点或连字符，如 2026-12',
    }),
    ...wrongIf(used, { version: '这个版本号已经发布过，请另取一个' }),
    ...(wrongText === undefined ? {} : { text: wrongText }),
  }
}

const draftOf = (document: DocumentName) =>
  and(eq(documentVersion.document, document), isNull(documentVersion.publishedAt))

const drafts = defineSiteRecords<Draft>({
  objectType: 'documentDraft',
  called: '文件草稿',
  who: 'staff:site',
  fields: draftFields,
  read: readDrafts,
  nameOf: ({ document }) => documentNames[document],
  valuesOf: valuesOfDraft,
  check,
  write: async ({ db }, values, before) => {
    if (!before) throw notFound('只有隐私政策和用户协议这两份文件')
    const row = draftForm.rowOf(values)
    const { document } = before
    if (before.isDraft) await db.update(documentVersion).set(row).where(draftOf(document))
    else await db.insert(documentVersion).values({ ...row, document })
    return before.id
  },
  remove: async ({ db }, { document, isDraft }) => {
    if (!isDraft) throw conflict('没有草稿')
    await db.delete(documentVersion).where(draftOf(document))
  },
  // Left out of packs: each association decides the effective date, the version number and whether to ask for consent
  // again.
  pack: { key: ({ document }) => document, leaves: ['version', 'effectiveOn', 'needsConsent', 'summary'] },
})

export const documentDeskHandlers: Handlers<typeof documentDeskContract> = {
  'GET /staff/document/list': async ctx => {
    const { fields, list } = await drafts.list(ctx)
    const [rows, published, consents] = [await readDrafts(ctx), await publishedVersions(ctx), await countConsents(ctx)]
    return {
      fields,
      documents: list.flatMap(row => {
        const draft = rows.find(({ id }) => id === row.id)
        if (!draft) return []
        const { document, isDraft } = draft
        const own = published.filter(one => one.document === document)
        return {
          ...row,
          document,
          isDraft,
          published: own.map(one => ({
            ...toPublished(one, own, ctx.now),
            consents: consents(one),
          })),
        }
      }),
    }
  },
  'GET /staff/document/detail': async (ctx, { id }) => {
    const all = await publishedVersions(ctx)
    const found = all.find(one => one.id === id)
    if (!found) throw notFound('没有这个版本')
    const { association } = await readPublicConfig(ctx)
    const older = all.slice(all.indexOf(found) + 1).find(({ document }) => document === found.document)
    return {
      ...found,
      sections: sectionsOf(found.text, association),
      plain: plainText(found.text, association),
      before: older ? { version: older.version, plain: plainText(older.text, association) } : null,
    }
  },
  'POST /staff/document/save': drafts.save,
  'POST /staff/document/discard': drafts.remove,
  'POST /staff/document/publish': async (ctx, { id, version }) => {
    const read = async (inside: Ctx) => {
      const draft = (await readDrafts(inside)).find(one => one.id === id)
      if (!draft) throw notFound('没有这份文件')
      return draft
    }
    const seen = { objectType: 'documentDraft', objectId: id, version, seen: valuesOfDraft, read }
    await changeWithVersion(ctx, seen, publish)
    return {}
  },
}

async function publish(ctx: Ctx, draft: Draft): Promise<void> {
  const { document, version, title, effectiveOn, needsConsent, summary, isDraft } = draft
  if (!isDraft) throw conflict('没有可以发布的草稿，请先修改并保存')
  const errors = await publishingFaults(ctx, draft)
  if (Object.keys(errors).length > 0) throw invalid(Object.values(errors).join('；'), errors)
  const [row] = await ctx.db
    .update(documentVersion)
    .set({ publishedAt: ctx.now, publishedBy: signedInActor(ctx).userName })
    .where(and(eq(documentVersion.document, document), isNull(documentVersion.publishedAt)))
    .returning({ id: documentVersion.id })
  await record(ctx, {
    action: 'documentVersion.publish',
    objectType: 'documentVersion',
    objectId: row!.id,
    objectName: `${title} ${version}`,
    detail: { 施行日期: effectiveOn, 重新征得同意: needsConsent ? '需要' : '不需要', 变更说明: summary },
  })
}

/** Returns faults that a draft may have and a published version may not. */
async function publishingFaults(
  ctx: Ctx,
  { document, effectiveOn, needsConsent, summary }: Draft,
): Promise<FieldErrors> {
  const [last] = (await publishedVersions(ctx)).filter(one => one.document === document)
  return {
    ...wrongIf(!effectiveOn, { effectiveOn: '请先填写施行日期' }),
    ...wrongIf(!!effectiveOn && effectiveOn < dayOf(ctx.now), { effectiveOn: '施行日期不能早于今天' }),
    ...wrongIf(!!effectiveOn && !!last && effectiveOn < last.effectiveOn, {
      effectiveOn: `已发布的 ${last?.version} 自 ${last?.effectiveOn} 起施行，新版本不能早于它`,
    }),
    ...wrongIf(needsConsent && !summary, { summary: '需要重新征得同意的，请写明改了什么' }),
  }
}

const toPublished = (version: Version, all: readonly Version[], now: Date) => {
  const { id, document, title, effectiveOn, summary, needsConsent, publishedAt, publishedBy } = version
  const state = stateOf(version, all, now)
  const head = { id, document, title, version: version.version, effectiveOn, summary, needsConsent }
  return { ...head, state, stateName: stateNames[state], publishedAt: iso(publishedAt), publishedBy }
}

async function countConsents({ db }: Ctx) {
  const rows = await db
    .select({ document: consent.document, version: consent.version, n: countDistinct(consent.accountId) })
    .from(consent)
    .innerJoin(account, eq(account.id, consent.accountId))
    .where(and(eq(consent.action, 'given'), eq(account.status, 'active')))
    .groupBy(consent.document, consent.version)
  return ({ document, version }: Version) =>
    rows.find(row => row.document === document && row.version === version)?.n ?? 0
}

/**
 * Returns a hint for staff: documents with an unpublished draft, or still in the text that came with the program. Null
 * if there is nothing to do.
 */
export async function documentsToDo(ctx: Pick<Ctx, 'db'>): Promise<string | null> {
  const rows = await ctx.db.select().from(documentVersion)
  const nameOf = ({ document }: Pick<Draft, 'document'>) => documentNames[document]
  const waiting = rows.filter(({ publishedAt }) => publishedAt === null).map(nameOf)
  if (waiting.length > 0) return `${waiting.join('、')}有尚未发布的草稿`
  const own = rows.filter(({ publishedBy }) => publishedBy !== null).map(nameOf)
  const left = Object.values(documentNames).filter(name => !own.includes(name))
  return left.length > 0 ? `${left.join('、')}还是程序自带的文本，请核对后发布本会的版本` : null
}
