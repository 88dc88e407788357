import { and, eq, isNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { keepSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { type DocumentName, documentCodes, documentNames } from '../documentNames.ts'
import { textFault } from '../documentText.ts'
import { draftFields } from '../draftForm.ts'
import { documentVersion } from './tables.ts'
import { currentVersions, publishedVersions } from './versions.ts'

type Row = typeof documentVersion.$inferSelect
/** What is written on for a document: its draft, or what is in force, as the next draft begins. */
export type Draft = Omit<Row, 'id'> & {
  /** By its place among the documents. */
  id: number
  isDraft: boolean
}

const draftForm = bindForm(draftFields, documentVersion, {}).besides({
  id: true,
  document: true,
  publishedAt: true,
  publishedBy: true,
})

export const valuesOfDraft = (draft: Draft): FormValues => draftForm.valuesOf(draft)

export async function readDrafts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Draft[]> {
  const written = await ctx.db.select().from(documentVersion).where(isNull(documentVersion.publishedAt))
  const current = await currentVersions(ctx)
  const used = await publishedVersions(ctx)
  return documentCodes.map((document, i) => {
    const draft = written.find(one => one.document === document)
    if (draft) return { ...draft, id: i + 1, isDraft: true }
    const inForce = current.find(one => one.document === document)
    const taken = used.filter(one => one.document === document).map(one => one.version)
    return { ...blank, ...inForce, ...nextOf(document, taken, ctx.now), id: i + 1 }
  })
}

const blank = { title: '', text: '' }

/** How the next version of a document begins, beside the text of the one in force. */
const nextOf = (document: DocumentName, taken: readonly string[], now: Date) => ({
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

export const drafts = keepSiteRecords<Draft>({
  objectType: 'documentDraft',
  called: '文件草稿',
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
  // From which day, under which number and whether it asks again is for each association to say.
  pack: { key: ({ document }) => document, leaves: ['version', 'effectiveOn', 'needsConsent', 'summary'] },
})
