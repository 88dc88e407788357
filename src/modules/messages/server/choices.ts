import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import { typedKeys } from '#lib/keys.ts'
import { maskEmail, maskMobile, maskOpenid } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { messagesContract } from '../contract.ts'
import { type Choice, defaultChoice, type MessageKind, mailChoices, memberKinds, staffKinds } from '../messageKinds.ts'
import { messageChoice } from './tables.ts'
import { wechatsOf } from './wechatReach.ts'

type Endpoints = typeof messagesContract
type Shown = Output<Endpoints['GET /member/message/choices']>

const kindsOf = (ctx: Ctx): Partial<Record<MessageKind, string>> =>
  signedInActor(ctx).kind === 'staff' ? staffKinds : memberKinds

export async function showChoices(ctx: Ctx): Promise<Shown> {
  const own = await ownAccount(ctx)
  const choices = await readChoices(ctx)
  const wechats = await wechatsOf(ctx, own)
  return {
    wechats: wechats?.map(maskOpenid) ?? null,
    phone: own.phoneSealed && maskMobile(ctx.encryption.decrypt(own.phoneSealed)),
    email: own.email && maskEmail(own.email),
    kinds: Object.entries(kindsOf(ctx)).map(([kind, name]) => ({
      kind: kind as MessageKind,
      name,
      ...choices.get(kind as MessageKind)!,
    })),
  }
}

async function ownAccount(ctx: Ctx) {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own!
}

async function readChoices(ctx: Ctx): Promise<Map<MessageKind, Choice>> {
  const { accountId, kind } = signedInActor(ctx)
  const rows = await ctx.db.select().from(messageChoice).where(eq(messageChoice.accountId, accountId))
  const chosen = new Map(rows.map(({ kind, sms, mail, wechat }) => [kind, { sms, mail, wechat }]))
  const kinds = typedKeys(kindsOf(ctx))
  return new Map(kinds.map(code => [code, chosen.get(code) ?? defaultChoice(kind === 'staff')]))
}

/** Saves only kinds that the caller receives, each by itself: changes made in another window stay. */
export async function saveChoices(
  ctx: Ctx,
  { choices }: Parsed<Endpoints['POST /member/message/choices']>,
): Promise<Shown> {
  const { accountId, userName } = signedInActor(ctx)
  const kinds = kindsOf(ctx)
  if (choices.some(({ kind }) => !Object.hasOwn(kinds, kind))) throw invalid('没有这一类消息，请刷新后再设置')
  await inTransaction(ctx, async tx => {
    const before = await readChoices(tx)
    const after = choices.map(({ kind, sms, mail, wechat = before.get(kind)!.wechat }) => ({ kind, sms, mail, wechat }))
    for (const { kind, ...chosen } of after)
      await tx.db
        .insert(messageChoice)
        .values({ accountId, kind, ...chosen })
        .onConflictDoUpdate({ target: [messageChoice.accountId, messageChoice.kind], set: chosen })
    const isOffered = (await wechatsOf(tx, await ownAccount(tx))) !== undefined
    const words = ({ sms, mail, wechat }: Choice) =>
      `短信${sms ? '发' : '不发'}，邮件${mailChoices[mail]}${isOffered ? `，微信${wechat ? '发' : '不发'}` : ''}`
    await recordChange(tx, {
      action: 'message.choose',
      objectType: 'account',
      objectId: accountId,
      objectName: userName,
      before: Object.fromEntries(choices.map(({ kind }) => [kinds[kind]!, words(before.get(kind)!)])),
      after: Object.fromEntries(after.map(choice => [kinds[choice.kind]!, words(choice)])),
    })
  })
  return showChoices(ctx)
}

export const choicesHandlers = {
  'GET /member/message/choices': showChoices,
  'GET /staff/message/choices': showChoices,
  'POST /member/message/choices': saveChoices,
  'POST /staff/message/choices': saveChoices,
} satisfies Partial<Handlers<Endpoints>>
