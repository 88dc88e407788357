import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import { isNight } from '#lib/server/outbox/due.ts'
import { canText } from '#lib/server/outbox/smsFiling.ts'
import { isOnTrial } from '#lib/server/process/operation.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defaultChoice, type MessageKind } from '../messageKinds.ts'
import { type CompanyContact, companyContacts } from './companyContacts.ts'
import { messageChoice } from './tables.ts'

/** Chooses whom an act means: accounts, and companies, whose contact is reached where they have no account. */
export type ReachedAudience = {
  /** A query of the ids of accounts. */
  accounts: SQL
  /** A query of the ids of organisations. */
  companies?: SQL | undefined
  /** A query of the ids and names of persons, of whom nobody reaches those without an account. */
  persons?: SQL | undefined
}
/** By what it goes. `mandatory`: whatever its recipients chose. */
export type ReachMeans = { kind: MessageKind; sms?: string | undefined; mail?: boolean; mandatory?: boolean }

export type Reached = {
  name: string
  accountId: number | null
  organisationId: number | null
  personId?: number
  inbox: boolean
  /** Sealed number to which a text message goes. */
  sms: string | null
  /** Address to which a mail goes at once. */
  mail: string | null
  contact: CompanyContact | undefined
  /** The provider has no template for a text message that it would get. */
  isUnfiled?: boolean
}
export const reachChannels = ['inbox', 'sms', 'mail', 'none'] as const
export type ReachChannel = (typeof reachChannels)[number]

/** Returns ids of the companies that nobody signs in for. */
async function withoutAccount({ db }: Pick<Ctx, 'db'>, companies: SQL | undefined): Promise<number[]> {
  if (!companies) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct chosen.id from (${companies}) as chosen(id)
    where chosen.id is not null and not exists (
      select from ${account} where ${account.organisationId} = chosen.id and ${account.status} = 'active')
    order by 1`)
  return rows.map(({ id }) => id)
}

/**
 * Finds whom an act reaches, by which channel: as `notify` and `notifyContact` would send it. Every act that sends says
 * this beforehand.
 */
export async function reach(ctx: Ctx, audience: ReachedAudience, means: ReachMeans): Promise<Reached[]> {
  const { kind, sms, mail = false, mandatory = false } = means
  // A file counts as a text message that goes: the screen says that it is only written.
  const texts = sms !== undefined && (isOnlyWritten(ctx.config, 'sms') || (await canText(ctx, sms)))
  const own = await ctx.db
    .select({ of: account, chosen: { sms: messageChoice.sms, mail: messageChoice.mail } })
    .from(account)
    .leftJoin(messageChoice, and(eq(messageChoice.accountId, account.id), eq(messageChoice.kind, kind)))
    .where(sql`${account.id} in (${audience.accounts}) and ${account.status} = 'active'`)
    .orderBy(asc(account.id))
  const lone = await withoutAccount(ctx, audience.companies)
  const companies = [...lone, ...own.flatMap(({ of }) => (of.email === null ? (of.organisationId ?? []) : []))]
  const contacts = new Map((await companyContacts(ctx, companies)).map(one => [one.organisationId, one]))
  const signedIn = own.map(({ of, chosen }): Reached => {
    const choice = chosen ?? { ...defaultChoice(of.kind === 'staff'), ...(mail && { mail: 'each' as const }) }
    const contact = contacts.get(of.organisationId ?? 0)
    const address = of.email ?? contact?.email ?? null
    const texted = texts && (mandatory || choice.sms) ? of.phoneSealed : null
    const isMailed = choice.mail === 'each' || (mandatory && sms !== undefined && texted === null)
    return {
      name: of.displayName,
      accountId: of.id,
      organisationId: of.organisationId,
      inbox: true,
      sms: texted,
      mail: isMailed ? address : null,
      contact,
    }
  })
  const others = lone.flatMap((id): Reached[] => {
    const contact = contacts.get(id)
    if (!contact) return []
    const address = mail || mandatory ? contact.email : null
    const common = { name: contact.name, accountId: null, organisationId: id, inbox: false, contact }
    return [{ ...common, sms: texts ? contact.mobileSealed : null, mail: address }]
  })
  return [...signedIn, ...others, ...(await personsWithoutAccount(ctx, audience.persons))]
}

async function personsWithoutAccount({ db }: Pick<Ctx, 'db'>, persons: SQL | undefined): Promise<Reached[]> {
  if (!persons) return []
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select distinct chosen.id, chosen.name from (${persons}) as chosen(id, name)
    where chosen.id is not null and not exists (
      select from ${account} where ${account.personId} = chosen.id and ${account.status} = 'active')
    order by 1`)
  const nobody = { accountId: null, organisationId: null, inbox: false, sms: null, mail: null, contact: undefined }
  return rows.map(({ id, name }) => ({ ...nobody, name, personId: id }))
}

/** An inbox is not a message that comes to somebody; who has only that is reached when they sign in. */
const isReached: Record<ReachChannel, (one: Reached) => boolean> = {
  inbox: one => one.inbox,
  sms: one => one.sms !== null,
  mail: one => one.mail !== null,
  none: one => !one.inbox && one.sms === null && one.mail === null,
}

export const reachedBy = (list: readonly Reached[], channel: ReachChannel) => list.filter(isReached[channel])

/** Maximum names of those who are not reached that stand beside their number. */
const MAX_NAMES = 10

/** `written`: channels of which messages only go into a file. `smsUnfiled`: the provider has no template for this kind. */
export async function countReach(ctx: Ctx, list: readonly Reached[], { sms }: Pick<ReachMeans, 'sms'> = {}) {
  const count = (channel: ReachChannel) => reachedBy(list, channel).length
  return {
    people: list.length,
    inbox: count('inbox'),
    sms: count('sms'),
    mail: count('mail'),
    none: count('none'),
    unreached: reachedBy(list, 'none')
      .slice(0, MAX_NAMES)
      .map(({ name }) => name),
    isNight: isNight(ctx.now),
    isTrial: isOnTrial(),
    written: (['sms', 'mail'] as const).filter(channel => isOnlyWritten(ctx.config, channel)),
    smsUnfiled:
      list.some(({ isUnfiled }) => isUnfiled) ||
      (sms !== undefined && ctx.config.sms !== undefined && !(await canText(ctx, sms))),
  }
}

/** Exactly those whom a count names, a page of them. */
export function listReached(
  { encryption }: Pick<Ctx, 'encryption'>,
  list: readonly Reached[],
  { channel, ...asked }: { channel: ReachChannel; pageNum: number; pageSize: number },
) {
  const found = reachedBy(list, channel)
  const rows = found.slice(offset(asked), offset(asked) + asked.pageSize).map(one => ({
    id: [one.accountId, one.organisationId, one.personId].join('-'),
    name: one.name,
    hasAccount: one.accountId !== null,
    to:
      channel === 'sms'
        ? maskMobile(encryption.decrypt(one.sms!))
        : channel === 'mail'
          ? maskEmail(one.mail!)
          : (one.contact?.address ?? ''),
  }))
  return toPage(rows, found.length, asked)
}

/** Postal addresses of those who are not reached, for letters. */
export const addressList = (list: readonly Reached[]) =>
  sendWorkbook('收不到的单位通讯地址', {
    name: '通讯地址',
    columns: [
      { title: '单位', width: 36, value: (of: Reached) => of.name },
      { title: '收信人', width: 12, value: (of: Reached) => of.contact?.addressee ?? '' },
      { title: '地址', width: 48, value: (of: Reached) => of.contact?.address ?? '' },
      { title: '邮政编码', width: 10, value: (of: Reached) => of.contact?.postcode ?? '' },
      { title: '电话', width: 16, value: (of: Reached) => of.contact?.phone ?? '' },
    ],
    rows: [...list],
  })
