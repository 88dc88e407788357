import { readFileSync } from 'node:fs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { addDays, dayOf, daysBetween, iso, longDay } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { toUntaggedPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { renderTemplate } from '#modules/messages/server/templates.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { noticeLetterContract } from '../noticeLetterContract.ts'
import { ruleOf } from './attendances.ts'
import { noticeTemplate, placeWords, timeWords } from './invitation.ts'
import { type Meeting, readItems, readMeeting } from './meetings.ts'
import { readSeats, type Seat, seatName } from './seats.ts'
import { meeting, meetingLetter, meetingSeat } from './tables.ts'

const template = readFileSync(new URL('./noticeLetter.typ', import.meta.url), 'utf8')

type Letter = typeof meetingLetter.$inferSelect
type Address = { postcode: string; address: string }

/** Seats with neither mobile nor e-mail, of their login, their organisation or its contacts: no message leaves for them. */
async function readOffline({ db }: Pick<Ctx, 'db'>, meetingId: number): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select seat.id from ${meetingSeat} seat where seat.meeting_id = ${meetingId}
      and not exists (select from ${account} where status = 'active' and (email <> '' or phone_sealed is not null)
        and (account.id = seat.account_id or (seat.account_id is null and account.organisation_id = seat.organisation_id)))
      and not exists (select from ${organisation} o where o.id = seat.organisation_id and o.email <> '')
      and not exists (select from ${organisationContact} c where c.organisation_id = seat.organisation_id
        and (c.email <> '' or c.mobile_sealed is not null))`)
  return new Set(rows.map(({ id }) => id))
}

/** Correspondence addresses of the organisations, with province and city once. */
async function readAddresses({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, Address>> {
  const { id, provinceCode, city, address, postcode } = organisation
  const rows = await db
    .select({ id, provinceCode, city, address, postcode })
    .from(organisation)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.flatMap(of => {
      if (!of.address) return []
      const withCity = of.city && !of.address.includes(of.city) ? `${of.city}${of.address}` : of.address
      const province = provinceName(of.provinceCode)
      const whole = withCity.startsWith(province) ? withCity : `${province}${withCity}`
      return [[of.id, { postcode: of.postcode, address: whole }] as const]
    }),
  )
}

export const readLetters = async ({ db }: Pick<Ctx, 'db'>, meetingId: number): Promise<Map<number, Letter>> => {
  const rows = await db
    .select({ letter: meetingLetter })
    .from(meetingLetter)
    .innerJoin(meetingSeat, eq(meetingSeat.id, meetingLetter.seatId))
    .where(eq(meetingSeat.meetingId, meetingId))
  return new Map(rows.map(({ letter }) => [letter.seatId, letter]))
}

/** Seats that get a letter, or have one already, in the order of the body. */
async function readRecipients(ctx: Ctx, meetingId: number) {
  const [offline, letters] = [await readOffline(ctx, meetingId), await readLetters(ctx, meetingId)]
  const seats = (await readSeats(ctx, meetingId)).filter(({ id }) => offline.has(id) || letters.has(id))
  const addresses = await readAddresses(
    ctx,
    seats.flatMap(({ organisationId }) => organisationId ?? []),
  )
  return seats.map(seat => {
    const letter = letters.get(seat.id)
    const known = letter ?? (seat.organisationId === null ? undefined : addresses.get(seat.organisationId))
    return { seat, letter, postcode: known?.postcode ?? '', address: known?.address ?? '' }
  })
}
type Recipient = Awaited<ReturnType<typeof readRecipients>>[number]

const attentionOf = ({ personName, name, postName }: Seat) =>
  personName && personName !== name ? `${personName}　${postName}　收` : `${postName}　收`

const isOpen = ({ state }: Meeting) => state === 'planned' || state === 'held'

export const noticeLetterHandlers = {
  'GET /staff/meeting/letters': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const noticeDays = (await ruleOf(ctx, of)).noticeDays ?? null
    return {
      title: of.title,
      meetsOn: of.meetsOn,
      noticeDays,
      sendBy: noticeDays === null ? null : addDays(of.meetsOn, -noticeDays),
      isOpen: isOpen(of),
      list: (await readRecipients(ctx, id)).map(({ seat, letter, postcode, address }) => ({
        seatId: seat.id,
        name: seatName(seat),
        attention: attentionOf(seat),
        postcode,
        address,
        printedAt: letter ? iso(letter.printedAt) : null,
        dispatchedOn: letter?.dispatchedOn ?? null,
        dispatchNote: letter?.dispatchNote ?? '',
        lateReason: letter?.lateReason ?? '',
      })),
    }
  },
  'POST /staff/meeting/letters/print': (ctx, { id, letters }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, id)).for('update')
      if (!of) throw notFound('没有这次会议')
      if (!of.noticeAt) throw conflict('发出通知以后才打印通知信函')
      if (!isOpen(of)) throw conflict('会议已结束，不再寄发通知')
      const recipients = await readRecipients(tx, id)
      const wrong: FieldErrors = {}
      const rows = letters.flatMap(given => {
        const one = recipients.find(({ seat }) => seat.id === given.seatId)
        if (!one) throw invalid('有席位不在须以信函通知的名单中，请刷新后重试')
        if (one.letter?.dispatchedOn) return []
        const address = given.address || one.address
        if (!address) wrong[`address.${given.seatId}`] = `${seatName(one.seat)}没有地址，请补写`
        return [{ seatId: given.seatId, postcode: given.postcode || one.postcode, address }]
      })
      const [fault] = Object.values(wrong)
      if (fault) throw invalid(fault, wrong)
      const by = { printedAt: tx.now, printedName: await ownName(tx) }
      for (const row of rows)
        await tx.db
          .insert(meetingLetter)
          .values({ ...row, ...by })
          .onConflictDoUpdate({ target: meetingLetter.seatId, set: { ...row, ...by } })
      await recordLetters(tx, of, 'letterPrint', { 信函: rows.length })
      return { printed: rows.length }
    }),
  'GET /staff/meeting/letters/file': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const printed = (await readRecipients(ctx, id)).filter(({ letter }) => letter)
    if (printed.length === 0) throw conflict('还没有准备好的通知信函')
    await record(ctx, { action: 'meeting.download', ...named(of), detail: { 通知信函: printed.length } })
    return privateDownload(`${of.title}通知信函.pdf`, PDF, await lettersPdf(ctx, of, printed))
  },
  'GET /staff/meeting/letters/export': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const printed = (await readRecipients(ctx, id)).filter(({ letter }) => letter)
    await record(ctx, { action: 'meeting.letterExport', ...named(of), detail: { 信函: printed.length } })
    return sendWorkbook(`${of.title}通知信函`, { name: '收件清单', columns: COLUMNS, rows: printed })
  },
  'POST /staff/meeting/letters/dispatch': (ctx, { seatIds, dispatchedOn, note, lateReason }) =>
    inTransaction(ctx, async tx => {
      const { of, letters } = await lockLetters(tx, seatIds)
      const wrong: FieldErrors = {}
      if (dispatchedOn > dayOf(tx.now)) wrong.dispatchedOn = '不能晚于今天'
      const printedOn = letters.map(({ printedAt }) => dayOf(printedAt)).toSorted()[0]!
      if (dispatchedOn < printedOn) wrong.dispatchedOn = `不能早于打印的日期 ${printedOn}`
      const { noticeDays } = await ruleOf(tx, of)
      const left = daysBetween(dispatchedOn, of.meetsOn)
      const isLate = typeof noticeDays === 'number' && left < noticeDays
      if (isLate && !lateReason)
        wrong.lateReason = `会议规则要求提前 ${noticeDays} 天通知，寄出之日距会议 ${left} 天；请写明理由`
      const [fault] = Object.values(wrong)
      if (fault) throw invalid(fault, wrong)
      const set = { dispatchedOn, dispatchNote: note, lateReason: isLate ? lateReason : '' }
      await tx.db.update(meetingLetter).set(set).where(inArray(meetingLetter.seatId, seatIds))
      const after = { 信函: letters.length, 寄出日期: dispatchedOn, 单号: note, ...(isLate && { 理由: lateReason }) }
      await recordLetters(tx, of, 'letterDispatch', after)
      return { dispatched: letters.length }
    }),
  'POST /staff/meeting/letters/recall': (ctx, { seatIds }) =>
    inTransaction(ctx, async tx => {
      const { of, letters } = await lockLetters(tx, seatIds)
      const sent = letters.filter(letter => letter.dispatchedOn !== null)
      if (sent.length === 0) throw conflict('所选席位的信函没有登记寄出')
      await tx.db
        .update(meetingLetter)
        .set({ dispatchedOn: null, dispatchNote: '', lateReason: '' })
        .where(inArray(meetingLetter.seatId, seatIds))
      await recordLetters(tx, of, 'letterRecall', { 信函: sent.length })
      return { recalled: sent.length }
    }),
} satisfies Partial<Handlers<typeof noticeLetterContract>>

const named = ({ id, title }: Meeting) => ({ objectType: 'meeting', objectId: id, objectName: title })

const recordLetters = (tx: Ctx, of: Meeting, act: string, after: Record<string, unknown>) =>
  recordChange(tx, { action: `meeting.${act}`, ...named(of), before: {}, after })

/** Letters of seats of one meeting that is not over, locked. */
async function lockLetters(tx: Ctx, seatIds: readonly number[]) {
  const seats = await tx.db
    .select({ meetingId: meetingSeat.meetingId })
    .from(meetingSeat)
    .where(inArray(meetingSeat.id, [...seatIds]))
  const [first] = seats
  if (!first || seats.some(({ meetingId }) => meetingId !== first.meetingId))
    throw invalid('请选择同一次会议的席位', { seatIds: '请选择同一次会议的席位' })
  const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, first.meetingId)).for('update')
  if (!isOpen(of!)) throw conflict('会议已结束，不能再改')
  const letters = await tx.db
    .select()
    .from(meetingLetter)
    .where(and(inArray(meetingLetter.seatId, [...seatIds])))
  if (letters.length < seatIds.length) throw conflict('有席位的通知信函还没有打印')
  return { of: of!, letters }
}

const COLUMNS: Column<Recipient>[] = [
  { title: '邮政编码', value: ({ postcode }) => postcode },
  { title: '地址', width: 50, value: ({ address }) => address },
  { title: '单位或本人', width: 36, value: ({ seat }) => seat.name },
  { title: '收件人', width: 24, value: ({ seat }) => seat.personName },
  { title: '职务', value: ({ seat }) => seat.postName },
  { title: '寄出日期', value: ({ letter }) => letter?.dispatchedOn },
  { title: '单号', width: 24, value: ({ letter }) => letter?.dispatchNote },
  { title: '不足规定天数的理由', width: 36, value: ({ letter }) => letter?.lateReason },
]

/** Items that fit on the page of a letter; of the rest it says how many there are. */
const MAX_LISTED_ITEMS = 20

function agendaWords(titles: readonly string[]): string {
  const listed = titles.slice(0, MAX_LISTED_ITEMS).map((title, i) => `${i + 1}. ${title}`)
  return [...listed, ...(titles.length > MAX_LISTED_ITEMS ? [`……共 ${titles.length} 项`] : [])].join('\n')
}

/** One page a letter, with the association's own wording of the notice. */
async function lettersPdf(ctx: Ctx, of: Meeting, recipients: readonly Recipient[]): Promise<Buffer> {
  const { association, colour } = await readPublicConfig(ctx)
  const items = await readItems(ctx, of.id)
  const letters = []
  for (const { seat, postcode, address } of recipients) {
    const { content } = await renderTemplate(ctx, noticeTemplate.code, {
      会议: of.title,
      席位: seatName(seat),
      时间: timeWords(of),
      地点: placeWords(of),
      议程: agendaWords(items.map(({ title }) => title)),
      回复期限: of.replyBy ?? of.meetsOn,
    })
    letters.push({
      postcode,
      address,
      name: seat.name,
      attention: attentionOf(seat),
      seat: seatName(seat),
      paragraphs: content.split('\n').filter(Boolean),
    })
  }
  const { name, address, postcode, phone, email } = association
  return toUntaggedPdf(
    template,
    printable({
      association: name,
      colour,
      title: `${of.title}通知`,
      meeting: of.title,
      sender: [name, address, postcode].filter(Boolean).join('　'),
      contact: [phone && `电话 ${phone}`, email].filter(Boolean).join('，'),
      day: longDay(dayOf(of.noticeAt ?? ctx.now)),
      letters,
    }),
  )
}
