import { and, desc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { formOf } from '#modules/review/applying/server/applying.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'
import { application, type Materials } from '#modules/review/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { advertFields, advertSlots, changeFields } from '../advertForm.ts'
import type { ownAdvertsContract } from '../ownContract.ts'
import { type Advertiser, callingAdvertiser } from './advertisers.ts'
import { advertKind } from './advertKind.ts'
import { advertChangeKind } from './changeKind.ts'
import { showFee } from './fees.ts'
import { changesOf, type ReadHead, toHeads } from './heads.ts'
import { ownAdvert } from './own.ts'
import { contentForm } from './records.ts'

type Endpoint = (typeof ownAdvertsContract)['GET /cms/adverti/user/info']
type Info = Output<Endpoint>

export async function showOwn(ctx: Ctx, { id }: Parsed<Endpoint>): Promise<Info> {
  const by = await callingAdvertiser(ctx)
  const filling = id === undefined ? await blankAdvert(ctx, by) : await fillingOf(ctx, await ownAdvert(ctx, id))
  const picture = Number(filling.form.picture ?? 0)
  const infos = await fileInfos(ctx, picture ? [picture] : [])
  const { forbidden: forbiddenWords } = await readGroup(ctx, 'advertWords')
  return { ...filling, forbiddenWords, advertiser: by.name, picture: infos.get(picture) ?? null }
}

type Filling = Omit<Info, 'advertiser' | 'picture' | 'forbiddenWords'>

/** A new one, with what is known already of who advertises. */
async function blankAdvert(ctx: Ctx, by: Advertiser): Promise<Filling> {
  const last = await lastApplication(ctx)
  const licence = last?.materials.licence ?? []
  return {
    advert: null,
    mode: 'apply',
    version: null,
    savedAt: null,
    editable: true,
    fields: [...advertFields],
    openFields: advertFields.map(({ name }) => name),

    form: { ...(await contactsOf(ctx, by, last)), linkType: 'outside' },
    auditReason: [],
    progress: null,
    fee: null,
    materials: await blankSlots(ctx, advertSlots, { licence }),
  }
}

async function lastApplication(ctx: Ctx): Promise<Application | undefined> {
  const [last] = await ctx.db
    .select()
    .from(application)
    .where(and(eq(application.accountId, signedInActor(ctx).accountId), eq(application.kind, advertKind.kind)))
    .orderBy(desc(application.id))
    .limit(1)
  return last
}

const CONTACTS = ['contactName', 'contactMobile', 'contactEmail']

async function contactsOf(ctx: Ctx, by: Advertiser, last: Application | undefined): Promise<FormValues> {
  const before = last ? decryptForm(advertFields, last.form, ctx.encryption) : {}
  if (before.contactName) return pick(before)
  if (by.organisationId !== null) {
    const { liaisonName, liaisonMobile, liaisonEmail } = await organisationValues(ctx, by.organisationId)
    return pick({ contactName: liaisonName!, contactMobile: liaisonMobile!, contactEmail: liaisonEmail! })
  }
  if (by.personId === null) return {}
  const { name, mobile, email } = await personValues(ctx, by.personId)
  return pick({ contactName: name!, contactMobile: mobile!, contactEmail: email! })
}

const pick = (values: FormValues): FormValues =>
  Object.fromEntries(CONTACTS.flatMap(name => (values[name] ? [[name, values[name]]] : [])))

type Slots = Awaited<ReturnType<Kind['schema']>>['slots']

async function blankSlots(ctx: Ctx, slots: Slots, known: Materials = {}): Promise<Info['materials']> {
  const infos = await fileInfos(ctx, Object.values(known).flat())
  return slots.map(({ code, name, required = false, max, hint = '' }) => ({
    code,
    name,
    required,
    max,
    hint,
    match: null,
    editable: true,
    files: (known[code] ?? []).flatMap(id => infos.get(id) ?? []),
  }))
}

/** Returns what can be filled in now, if anything: the advert itself, or a change of an approved one. */
async function fillingOf(ctx: Ctx, row: ReadHead): Promise<Filling> {
  const [head] = await toHeads(ctx, [row])
  const change = (await changesOf(ctx, [row.advert.id])).get(row.advert.id)
  const name = head!.accountId === null ? '' : (row.organisationName ?? row.personName) || ''
  const more = {
    advert: head!,
    progress: row.application ? await readProgress(ctx, row.application, { masked: false }) : null,
    fee: row.fee && row.fee.amount > 0 ? await showFee(ctx, row.fee, row.owed, { name, ...row.advert }) : null,
  }
  if (change) return { ...more, ...(await partsOf(ctx, change, advertChangeKind)), mode: 'change' }
  if (head!.canChange) return { ...more, ...(await newChange(ctx, row)), mode: 'change' }
  if (!row.application) return { ...more, ...readOnlyParts(contentForm.valuesOf(row.advert)), mode: 'view' }
  const parts = await partsOf(ctx, row.application, advertKind)
  return { ...more, ...parts, mode: parts.editable ? 'apply' : 'view' }
}

type Parts = Omit<Filling, 'advert' | 'progress' | 'fee' | 'mode'>

async function partsOf(ctx: Ctx, of: Application, kind: Kind): Promise<Parts> {
  const shown = await formOf(ctx, kind, of)
  const isMine = of.accountId === signedInActor(ctx).accountId
  const { version, savedAt, fields, openFields, form, materials, auditReason } = shown
  return { version, savedAt, fields, openFields, editable: isMine && shown.editable, form, materials, auditReason }
}

/** Begins with what is on the site. */
async function newChange(ctx: Ctx, { advert: of, application: app }: ReadHead): Promise<Parts> {
  return {
    version: null,
    savedAt: null,
    editable: true,
    auditReason: [],
    fields: [...changeFields],
    openFields: changeFields.map(({ name }) => name),
    form: changeOf(ctx, of, app),
    materials: await blankSlots(
      ctx,
      advertSlots.map(slot => ({ ...slot, required: false })),
    ),
  }
}

export function changeOf(ctx: Ctx, of: ReadHead['advert'], app: Application | null): FormValues {
  const { description = '', ...contacts } = app ? decryptForm(changeFields, app.form, ctx.encryption) : {}
  return { ...pick(contacts), description, ...contentForm.valuesOf(of) }
}

const readOnlyParts = (form: FormValues): Parts => ({
  version: null,
  savedAt: null,
  editable: false,
  auditReason: [],
  materials: [],
  fields: [...changeFields],
  openFields: [],
  form,
})
