import { eq } from 'drizzle-orm'
import { dayOf, daysBetween, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { makeCalendar } from '#lib/ical.ts'
import { maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { accountStates } from '#modules/accounts/memberAccountFilters.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { organisationFields } from '../organisationForm.ts'
import { ORGANISATION } from '../profileRules.ts'
import type { registerContract } from '../registerContract.ts'
import { registerOrganisationFields } from '../registerForm.ts'
import { expiriesOf, readParts } from './companyFile.ts'
import { contactsOf, mobileOf, roleNames } from './contacts.ts'
import { organisationAsking } from './dictionaries.ts'
import { organisationValues } from './organisations.ts'
import { versionOf } from './own.ts'
import { movedOrganisation, organisation } from './tables.ts'

type Endpoints = typeof registerContract

export const organisationFileHandlers = {
  /** A company's file: everything the association knows of it, on one page. */
  'GET /staff/organisation/detail': async (ctx, asked) => {
    const of = await organisationWithin(ctx, asked.id)
    const { id } = of
    const ownFields = await staffOwnFields(ctx, ORGANISATION)
    const [values, contacts, accounts, read] = await Promise.all([
      organisationValues(ctx, id, ownFields),
      contactsOf(ctx, id),
      ctx.db.select().from(account).where(eq(account.organisationId, id)),
      readParts(ctx, id),
    ])
    const asking = await organisationAsking(ctx, values)
    const fields = [...registerOrganisationFields(asking), ...ownFields]
    return {
      id,
      version: versionOf(of),
      name: of.name,
      creditCode:
        of.typedCode === null
          ? of.creditCode
          : `待补${of.typedCode && `（导入的表格中为 ${of.typedCode}）`}，补齐以前不能发证`,
      provinceName: provinceName(of.provinceCode),
      logo: fileUrl(of.logoId),
      fields,
      ...splitMasked(fields, values),
      facts: factsOf([...organisationFields(asking), ...ownFields], values),
      contacts: contacts.map(contact => ({
        roleName: roleNames[contact.role],
        name: contact.name,
        position: contact.position,
        email: contact.email,
        mobile: maskedMobile(mobileOf(ctx, contact)),
      })),
      accounts: accounts.map(one => ({
        id: one.id,
        userName: one.userName,
        status: one.status,
        statusName: accountStates[one.status],
        phone: maskedMobile(one.phoneSealed ? ctx.encryption.decrypt(one.phoneSealed) : undefined),
        lastSignedInAt: one.lastSignedInAt && iso(one.lastSignedInAt),
      })),
      parts: read.map(({ rows, ...part }) => ({
        ...part,
        rows: rows.map(({ title, text, state = null, route = null, endsOn = null }) => ({
          title,
          text,
          state,
          route,
          endsOn,
        })),
      })),
      expiries: expiriesOf(ctx, read).map(({ row: { title, text }, endsOn }) => ({
        title,
        text,
        endsOn,
        daysLeft: daysBetween(dayOf(ctx.now), endsOn),
      })),
    }
  },
  'GET /staff/organisation/calendar': async (ctx, { id }) => {
    const { name } = await organisationWithin(ctx, id)
    const { host, origin } = new URL(ctx.config.publicUrl)
    const days = expiriesOf(ctx, await readParts(ctx, id, MAX_CALENDAR_ROWS)).map(({ part, row, endsOn }) => ({
      uid: `${part.name}-${row.key}@${host}`,
      day: endsOn,
      title: `到期：${row.title}（${name}）`,
      text: `${part.title}：${row.text}`,
      url: row.route && `${origin}${row.route}`,
      remind: REMIND_DAYS_BEFORE,
    }))
    const bytes = Buffer.from(makeCalendar({ name: `${name}到期提醒`, days, now: ctx.now }))
    return privateDownload(`${name}-到期日历.ics`, 'text/calendar; charset=utf-8', bytes)
  },
} satisfies Partial<Handlers<Endpoints>>

export async function findOrganisation({ db }: Pick<Ctx, 'db'>, id: number) {
  const [found] = await db.select().from(organisation).where(eq(organisation.id, id))
  if (found) return found
  // One that was merged is found by its old address, too.
  const [merged] = await db
    .select({ of: organisation })
    .from(movedOrganisation)
    .innerJoin(organisation, eq(organisation.id, movedOrganisation.toId))
    .where(eq(movedOrganisation.id, id))
  if (!merged) throw notFound('没有这家单位')
  return merged.of
}

/** Reads an organisation for staff; throws if it is outside their provinces. */
export async function organisationWithin(ctx: Pick<Ctx, 'db' | 'actor'>, id: number) {
  const found = await findOrganisation(ctx, id)
  refuseOutside(ctx, 'staff:members', found.provinceCode)
  return found
}

const maskedMobile = (mobile: string | undefined) => (mobile ? maskMobile(mobile) : null)

/** Personal values never leave whole: what is known of them stands beside the empty field, in part. */
export function splitMasked(
  fields: readonly FormField[],
  values: FormValues,
): { form: FormValues; masked: Record<string, string> } {
  const isPersonal = new Set(fields.filter(({ personal }) => personal).map(({ name }) => name))
  const masked = Object.entries(maskForm(fields, values)).filter(([name, value]) => isPersonal.has(name) && value)
  return {
    form: Object.fromEntries(Object.entries(values).filter(([name]) => !isPersonal.has(name))),
    masked: Object.fromEntries(masked.map(([name, value]) => [name, String(value)])),
  }
}

/** Returns the filled fields as display texts, without pictures and personal values. */
export const factsOf = (fields: readonly FormField[], values: FormValues) =>
  fields.flatMap(field => {
    const text = field.kind === 'picture' || field.personal ? '' : fieldText(field, values[field.name])
    return text ? { section: field.section, label: field.label, text } : []
  })

const REMIND_DAYS_BEFORE = [90, 60, 30, 7]
/** Maximum rows of a calendar, high enough to omit none. */
const MAX_CALENDAR_ROWS = 1000
