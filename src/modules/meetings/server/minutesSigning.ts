import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { ownPhone } from '#modules/accounts/server/phones.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { privateFile } from '#modules/files/server/privateFile.ts'
import { file } from '#modules/files/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { minutesContract, ownMinutesContract } from '../minutesContract.ts'
import { SIGNING_STATEMENT, signingRoleNames } from '../minutesWords.ts'
import { type Meeting, readMeeting } from './meetings.ts'
import { mandateOf, mineOf } from './memberMeetings.ts'
import {
  answerRow,
  digestOf,
  lockMinutes,
  type Minutes,
  movedOf,
  readReplies,
  readSignatures,
  readVersions,
  seatsToAsk,
  signingHindrance,
  versionRow,
  writeMinutes,
} from './minutes.ts'
import { minutesContent } from './minutesFacts.ts'
import { minutesPaper, minutesPdf, minutesWord, sealedMinutes } from './minutesPaper.ts'
import { tellHolders } from './minutesRound.ts'
import { readSeats, tookPart } from './seats.ts'
import { signatoriesOf } from './signatories.ts'
import { meetingMinutes, minutesSignature } from './tables.ts'

const signMinutesCode = defineCodePurpose({ scene: 'signMinutes', name: '签署会议纪要', toOwnPhone: true })

const about = { 会议: '第六届理事会第三次会议' }
const askedTemplate = defineTemplate({
  group: '会议',
  code: 'meeting.minutesSign',
  name: '请签署会议纪要',
  title: '请以{身份}签署会议纪要：{会议}',
  content: '{会议}的纪要已定稿，请阅读全文并以{身份}签署。',
  sms: '{会议}的纪要已定稿，请登录后以{身份}签署。',
  placeholders: { ...about, 身份: '主持人' },
})
const signedTemplate = defineTemplate({
  group: '会议',
  code: 'meeting.minutesSigned',
  name: '会议纪要已签署',
  title: '会议纪要已签署：{会议}',
  content: '{席位}：{会议}的纪要已由主持人和记录人签署，可在会员中心“我的会议”下载。',
  sms: '',
  placeholders: { ...about, 席位: '示例机电有限公司' },
})

export const minutesSigningHandlers = {
  'POST /staff/meeting/minutes/toSign': (ctx, seen) =>
    inTransaction(ctx, async tx => {
      const { of, minutes } = await lockMinutes(tx, seen)
      await refuseUnready(tx, minutes)
      if (minutes.state === 'signing') throw conflict('已经送签署')
      const signatories = await signatoriesOf(tx, of)
      const unknown = signatories.filter(({ accountId }) => accountId === null)
      if (unknown.length > 0) {
        const names = unknown.map(({ role, name }) => `${signingRoleNames[role]}${name && ` ${name}`}`)
        throw conflict(`${names.join('、')}没有可以签署的账号，请在纸上签名后上传扫描件`)
      }
      await tx.db
        .insert(minutesSignature)
        .values(signatories.map(({ role, name, accountId }) => ({ minutesId: minutes.id, role, name, accountId })))
      const after = await writeMinutes(tx, of, minutes, await fixed(tx, of, minutes, 'signing'), {
        action: 'minutesToSign',
        after: Object.fromEntries(signatories.map(({ role, name }) => [signingRoleNames[role], name])),
      })
      for (const { role, accountId, isStaff } of signatories) {
        const texts = await renderTemplate(tx, askedTemplate.code, { 会议: of.title, 身份: signingRoleNames[role] })
        const route = isStaff ? `/staff/meetings/${of.id}/minutes` : `/admin/user/meetings/${of.id}/minutes`
        const link = { route, objectType: 'meeting', objectId: of.id }
        await notify(tx, { accountId: accountId!, ...texts, ...link, kind: isStaff ? 'assigned' : 'meeting' })
      }
      return movedOf(after)
    }),
  'POST /staff/meeting/minutes/sign': (ctx, { minutesId, digest }) =>
    inTransaction(ctx, async tx => movedOf(await signAs(tx, { minutesId, digest, proof: '账号和密码' }))),
  'POST /staff/meeting/minutes/scan': (ctx, { fileIds, ...seen }) =>
    inTransaction(ctx, async tx => {
      const { of, minutes } = await lockMinutes(tx, seen)
      await refuseUnready(tx, minutes)
      await attachFiles(tx, fileIds)
      await tx.db.delete(minutesSignature).where(eq(minutesSignature.minutesId, minutes.id))
      const set = { ...(await fixed(tx, of, minutes, 'signed')), scanIds: fileIds }
      return movedOf(await finish(tx, of, minutes, set, { 扫描件: fileIds.length }))
    }),
  'GET /staff/meeting/minutes/file': async (ctx, { minutesId, format }) => {
    const { of, minutes } = await findMinutes(ctx, minutesId)
    if (format === 'pdf' && minutes.fileId !== null) return keptPaper(ctx, of, minutes)
    const paper = await minutesPaper(ctx, of, minutes, minutes.state === 'signed')
    const name = `${paper.title}（第 ${minutes.number} 稿）`
    if (format === 'pdf') return privateDownload(`${name}.pdf`, PDF, minutesPdf(paper))
    return privateDownload(`${name}.docx`, DOCX, await minutesWord(paper))
  },
} satisfies Partial<Handlers<typeof minutesContract>>

/** A draft takes its facts from the records for the last time as it leaves that state. */
async function fixed<State extends Minutes['state']>(tx: Ctx, of: Meeting, minutes: Minutes, state: State) {
  const content = minutes.state === 'draft' ? await minutesContent(tx, of, minutes.content) : minutes.content
  return { state, content }
}

async function refuseUnready(tx: Ctx, minutes: Minutes) {
  if (minutes.state === 'signed') throw conflict('这一稿已签署，不再改动；要更正的，另起一稿')
  if (minutes.state === 'replaced') throw conflict('这一稿已由后一稿代替')
  const replies = (await readReplies(tx, [minutes.id])).map(({ reply }) => reply)
  const hindrance = signingHindrance(minutes, replies, dayOf(tx.now))
  if (hindrance) throw conflict(hindrance)
}

type Signing = { minutesId: number; digest: string; proof: string }

/** Gives the caller's signature; with the last one the paper is made and nothing changes any more. */
async function signAs(tx: Ctx, { minutesId, digest, proof }: Signing): Promise<Minutes> {
  const { of, minutes } = await lockMinutes(tx, { minutesId })
  const { accountId } = signedInActor(tx)
  const signatures = await readSignatures(tx, [minutesId])
  const own = signatures.filter(one => one.accountId === accountId && one.signedAt === null)
  if (signatures.every(one => one.accountId !== accountId)) throw forbidden('这份纪要不是请您签署的')
  if (minutes.state !== 'signing' || own.length === 0) throw conflict('已经签署，或不再需要签署，请刷新后查看')
  if (digestOf(minutes) !== digest) throw conflict('纪要在您阅读之后有改动，请重新阅读后再签署')
  for (const { id } of own)
    await tx.db.update(minutesSignature).set({ signedAt: tx.now, proof, digest }).where(eq(minutesSignature.id, id))
  const said = { 签署人: own.map(({ role, name }) => `${signingRoleNames[role]} ${name}`), 摘要: digest }
  const isLast = signatures.every(one => one.signedAt !== null || own.includes(one))
  if (isLast) return finish(tx, of, minutes, { state: 'signed' }, said)
  return writeMinutes(tx, of, minutes, {}, { action: 'minutesSign', after: said })
}

async function finish(
  tx: Ctx,
  of: Meeting,
  minutes: Minutes,
  set: Partial<Minutes>,
  said: Record<string, unknown>,
): Promise<Minutes> {
  const signed = { ...minutes, ...set, signedAt: tx.now }
  const bytes = await sealedMinutes(tx, of, signed)
  const name = `${of.title}纪要（第 ${minutes.number} 稿）.pdf`
  const fileId = await keepFile(tx, { name, type: PDF, isConfined: false, isPublic: false, bytes })
  const after = await writeMinutes(
    tx,
    of,
    minutes,
    { ...set, signedAt: tx.now, fileId },
    {
      action: 'minutesSigned',
      after: said,
    },
  )
  await tellHolders(tx, of, await seatsToAsk(tx, of), signedTemplate.code, {})
  return after
}

async function findMinutes(ctx: Pick<Ctx, 'db'>, minutesId: number): Promise<{ of: Meeting; minutes: Minutes }> {
  const [minutes] = await ctx.db.select().from(meetingMinutes).where(eq(meetingMinutes.id, minutesId))
  if (!minutes) throw notFound('没有这一稿会议纪要')
  return { of: await readMeeting(ctx, minutes.meetingId), minutes }
}

async function keptPaper(ctx: Ctx, of: Meeting, { fileId, number }: Minutes) {
  const [kept] = await ctx.db.select().from(file).where(eq(file.id, fileId!))
  const name = { objectType: 'meeting', objectId: of.id, objectName: of.title }
  await record(ctx, { action: 'meeting.download', ...name, detail: { 纪要: `第 ${number} 稿` } })
  return privateFile(ctx, kept!)
}

/** Versions that the caller may read: what their seats were asked about, what they are to sign, and what is signed. */
async function readOwn(ctx: Ctx, of: Meeting) {
  const versions = await readVersions(ctx, of.id)
  const ids = versions.map(({ id }) => id)
  const mandate = await mandateOf(ctx)
  const { accountId } = signedInActor(ctx)
  const mine = mineOf(mandate, await readSeats(ctx, of.id))
  const signatures = await readSignatures(ctx, ids)
  const asked = (await readReplies(ctx, ids)).filter(({ seat }) => mine.some(({ id }) => id === seat.id))
  const attended = mine.some(seat => tookPart(of, seat))
  const isSignatory = (id: number) => signatures.some(one => one.minutesId === id && one.accountId === accountId)
  const shown = versions.filter(
    ({ id, state }) =>
      state !== 'draft' &&
      (asked.some(({ reply }) => reply.minutesId === id) || isSignatory(id) || (state === 'signed' && attended)),
  )
  if (mine.length === 0 && shown.length === 0) throw notFound('没有这次会议，或您不在应到名单中')
  return { shown, signatures, asked, accountId }
}

export const ownMinutesHandlers = {
  'GET /meeting/minutes': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const { shown, signatures, asked, accountId } = await readOwn(ctx, of)
    const today = dayOf(ctx.now)
    const isToSign = (minutes: Minutes) =>
      minutes.state === 'signing' &&
      signatures.some(one => one.minutesId === minutes.id && one.accountId === accountId && one.signedAt === null)
    const phone = shown.some(isToSign) ? await maskedPhone(ctx, accountId) : ''
    return {
      title: of.title,
      versions: shown.map(minutes => ({
        ...versionRow(minutes, minutes.content, signatures),
        answers: asked
          .filter(({ reply }) => reply.minutesId === minutes.id)
          .map(one => ({
            ...answerRow(one),
            canAnswer: minutes.state === 'circulating' && minutes.answerBy! >= today && one.reply.verdict === null,
          })),
        asked: isToSign(minutes) ? { statement: SIGNING_STATEMENT, digest: digestOf(minutes), phone } : null,
      })),
    }
  },
  'POST /meeting/minutes/sign': async (ctx, { minutesId, digest, code }) => {
    const phone = await ownPhone(ctx)
    const codeId = await checkCode(ctx, { purpose: signMinutesCode, phone, code })
    return inTransaction(ctx, async tx => {
      await spendCode(tx, codeId)
      await signAs(tx, { minutesId, digest, proof: `账号和手机 ${maskMobile(phone)} 的验证码` })
      return { minutesId }
    })
  },
  'GET /meeting/minutes/file': async (ctx, { minutesId }) => {
    const { of, minutes } = await findMinutes(ctx, minutesId)
    const { shown } = await readOwn(ctx, of)
    if (!shown.some(({ id }) => id === minutesId) || minutes.fileId === null)
      throw notFound('没有已签署的这一稿会议纪要')
    return keptPaper(ctx, of, minutes)
  },
} satisfies Partial<Handlers<typeof ownMinutesContract>>

/** Empty where the account has no phone, which the signature asks for. */
async function maskedPhone({ db, encryption }: Ctx, accountId: number): Promise<string> {
  const [own] = await db.select({ sealed: account.phoneSealed }).from(account).where(eq(account.id, accountId))
  return own?.sealed ? maskMobile(encryption.decrypt(own.sealed)) : ''
}
