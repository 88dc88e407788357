import { and, eq, inArray, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { certificatePdf } from '#modules/certificates/documents/server/certificateFile.ts'
import { certificatesZip } from '#modules/certificates/documents/server/certificatesZip.ts'
import { recordAct } from '#modules/certificates/issuing/server/acts.ts'
import { freeNumbers } from '#modules/certificates/issuing/server/freeNumbers.ts'
import { notifyCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import { type Certificate, enterCertificates, type NewCertificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload } from '#modules/signatures/server/sealing.ts'
import type { postsContract } from '../contract.ts'
import type { letterContract } from '../letterContract.ts'
import { lockAppointment, nameOfAppointment } from './appointing.ts'
import { type Entry, readEntries } from './appointments.ts'
import { type Appointment, type Body, lastDayOfPost } from './bodies.ts'
import { appointment, term } from './tables.ts'

/** The one group of all letters of appointment in the register of certificates. */
export const LETTERS = { code: 'PR', name: '聘书' }
/** Kind of the letters of a body, apart from what other registers call theirs. */
export const letterKindOf = ({ code, name }: Pick<Body, 'code' | 'name'>) => ({
  code: `${LETTERS.code}-${code.toUpperCase()}`,
  name: `${name}聘书`,
})
const NUMBER_RULE = '{prefix}-{kind}-{year}-{serial:4}'

const issuedTemplate = defineTemplate({
  group: '任职',
  code: 'appointment.letter',
  name: '聘书已签发',
  title: '聘书已签发：{职务}',
  content: '{姓名}任{职务}的聘书（{编号}）已签发，可在会员中心下载，凭二维码查验。',
  sms: '',
  placeholders: { 姓名: '程远', 职务: '理事会副会长', 编号: 'XH-PR-COUNCIL-2026-0001' },
})

/** What a letter says of an appointment, apart from its number and days. */
async function contentOf(ctx: Ctx, { of, body, post, termNumber, organisationName, until }: Entry) {
  const { association } = await readPublicConfig(ctx)
  const [home] =
    of.organisationId === null
      ? []
      : await ctx.db.select().from(organisation).where(eq(organisation.id, of.organisationId))
  const kind = letterKindOf(body)
  const said = [
    ['机构', body.name],
    ['届次', termNumber ?? ''],
    ['依据', of.decision],
  ]
  return {
    register: 'appointment',
    holderName: of.personName,
    organisationName: organisationName || of.personName,
    organisationId: of.organisationId,
    provinceCode: home?.provinceCode ?? null,
    groupCode: LETTERS.code,
    groupName: LETTERS.name,
    kindCode: kind.code,
    kindName: kind.name,
    levelName: post.name,
    scope: said.flatMap(([label, value]) => (value ? [`${label}：${value}`] : [])).join('\n'),
    issuer: association.name,
    validFrom: of.fromDay,
    validTo: until,
    // Confirmed to whoever has its number or code; the public list of the body has the name already.
    publishedAt: null,
  } satisfies Partial<NewCertificate>
}

const COMPARED = ['holderName', 'organisationName', 'kindName', 'levelName', 'scope', 'validFrom', 'validTo'] as const

async function letterOf({ db }: Pick<Ctx, 'db'>, letterId: number | null): Promise<Certificate | undefined> {
  if (letterId === null) return undefined
  const [found] = await db.select().from(certificate).where(eq(certificate.id, letterId))
  return found
}

/** Issues the letter of an appointment; one that says something else by now is replaced. */
async function issueLetter(tx: Ctx, id: number): Promise<string> {
  const of = await lockAppointment(tx, { id })
  const [entry] = await readEntries(tx, [id])
  const { post, body, state } = entry!
  if (!post.hasLetter) throw conflict(`“${post.name}”不发聘书；要发的，先在“组织机构”的职务里改`)
  if (state === 'ended') throw conflict('任职已结束，不再发聘书')
  const content = await contentOf(tx, entry!)
  const last = await letterOf(tx, of.letterId)
  const valid = last?.status === 'valid' ? last : undefined
  if (valid && COMPARED.every(name => valid[name] === content[name])) throw conflict(`已有有效的聘书 ${valid.number}`)
  const issuedOn = dayOf(tx.now)
  const numbered = { kindCode: content.kindCode, levelCode: '', year: issuedOn.slice(0, 4), provinceCode: null }
  const [number] = await freeNumbers(tx, await seriesByRule(tx, NUMBER_RULE, numbered), 1)
  const row = { ...content, number: number!, issuedOn, replacesId: valid?.id ?? null }
  const [made] = await enterCertificates(tx, [row])
  if (valid) await recordAct(tx, valid, { kind: 'replaced', effectiveOn: issuedOn, reason: `换发为 ${number}` })
  await notifyCertificateChange(tx, [made!.id], 'issued')
  await tx.db.update(appointment).set({ letterId: made!.id }).where(eq(appointment.id, id))
  await record(tx, {
    action: 'certificate.issue',
    objectType: 'certificate',
    objectId: made!.id,
    objectName: number!,
    detail: { 任职: nameOfAppointment(of.personName, post.name), ...(valid && { 替代: valid.number }) },
  })
  await tellHolder(tx, entry!, issuedTemplate.code, {
    姓名: of.personName,
    职务: `${body.name}${post.name}`,
    编号: number!,
  })
  return `已签发 ${number}${valid ? `，替代 ${valid.number}` : ''}`
}

/** Tells whoever holds the post: at their own login, else at that of their organisation. */
export async function tellHolder(tx: Ctx, { of }: Entry, code: string, values: Record<string, string>) {
  const { accountId, organisationId } = of
  const whom = accountId !== null ? { accountId } : organisationId !== null ? { organisationId } : undefined
  if (!whom) return
  const texts = await renderTemplate(tx, code, values)
  const about = { route: '/admin/user/membership', objectType: 'appointment', objectId: of.id }
  await notify(tx, { ...whom, ...texts, ...about, kind: 'membership' })
}

/** Withdraws the letter of an appointment, if it has one in force; answers whether it had. */
export async function withdrawLetter(tx: Ctx, { letterId }: Appointment, reason: string): Promise<boolean> {
  const last = await letterOf(tx, letterId)
  if (last?.status !== 'valid') return false
  await recordAct(tx, last, { kind: 'revoked', effectiveOn: dayOf(tx.now), reason })
  return true
}

/**
 * Cancels the letters of appointments that ended before the day on them, from the day after. Called as appointments end and
 * every day, because the last day may still be to come.
 */
export async function cancelEndedLetters(tx: Ctx, ids?: readonly number[]): Promise<void> {
  const today = dayOf(tx.now)
  const rows = await tx.db
    .select({ letter: certificate, until: lastDayOfPost, endReason: appointment.endReason })
    .from(appointment)
    .innerJoin(certificate, eq(certificate.id, appointment.letterId))
    .leftJoin(term, eq(term.id, appointment.termId))
    .where(
      and(
        eq(certificate.status, 'valid'),
        sql`${lastDayOfPost} < ${today}::date and (${certificate.validTo} is null or ${certificate.validTo} > ${lastDayOfPost})`,
        ids && inArray(appointment.id, [...ids]),
      ),
    )
  for (const { letter, until, endReason } of rows) {
    const reason = `任职于 ${until} 结束${endReason ? `：${endReason}` : ''}`
    await recordAct(tx, letter, { kind: 'cancelled', effectiveOn: addDays(until!, 1), reason })
  }
}

async function fileOf(ctx: Ctx, { of }: Entry) {
  const letter = await letterOf(ctx, of.letterId)
  if (!letter) throw notFound('还没有签发聘书')
  const about = { objectType: 'certificate', objectId: letter.id, objectName: letter.number }
  await record(ctx, { action: 'certificate.download', ...about })
  return paperDownload(ctx, `聘书 ${letter.number}.pdf`, await certificatePdf(ctx, letter))
}

export const letterHandlers = {
  'POST /staff/appointment/letter/issue': (ctx, { ids }) =>
    bulkApply(ctx, ids, id => inTransaction(ctx, tx => issueLetter(tx, id))),
  'POST /staff/appointment/letter/withdraw': (ctx, { id, reason }) =>
    inTransaction(ctx, async tx => {
      if (!(await withdrawLetter(tx, await lockAppointment(tx, { id }), reason))) throw conflict('没有有效的聘书')
      return {}
    }),
  'GET /staff/appointment/letter/file': async (ctx, { id }) => {
    const [entry] = await readEntries(ctx, [id])
    if (!entry) throw notFound('没有这项任职')
    return fileOf(ctx, entry)
  },
  'GET /staff/appointment/letter/files': async (ctx, { ids }) => {
    const entries = await readEntries(ctx, ids)
    const letterIds = entries.flatMap(({ of }) => of.letterId ?? [])
    if (letterIds.length === 0) throw conflict('所选的任职还没有签发聘书')
    const about = { objectType: 'appointment', objectName: `${letterIds.length} 份聘书` }
    await record(ctx, { action: 'appointment.download', ...about, detail: { 聘书: letterIds.length } })
    return certificatesZip(ctx, '聘书', letterIds)
  },
} satisfies Partial<Handlers<typeof letterContract>>

export const ownLetterHandlers = {
  'GET /member/seat/letter': async (ctx, { id }) => {
    const [entry] = await readEntries(ctx, [id])
    const { accountId } = signedInActor(ctx)
    const [own] = await ctx.db
      .select({ organisationId: account.organisationId })
      .from(account)
      .where(eq(account.id, accountId))
    const isOwn =
      entry &&
      (entry.of.accountId === accountId ||
        (entry.of.organisationId !== null && entry.of.organisationId === own?.organisationId))
    if (!isOwn) throw notFound('没有这项任职')
    return fileOf(ctx, entry)
  },
} satisfies Partial<Handlers<typeof postsContract>>
