import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import { fillIn, namesIn } from '#lib/placeholders.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable, type FormerState } from '#modules/audit/server/restoring.ts'
import { refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { mailOf } from './mails.ts'
import { messageTemplate } from './tables.ts'
import { allTemplates, type Template, templateOf, type Wording, wordingOf } from './templates.ts'

type Endpoints = typeof staffMessagesContract
type Saved = Output<Endpoints['POST /staff/template/save']>
type Row = typeof messageTemplate.$inferSelect

export const templateEditingHandlers = {
  'GET /staff/template/list': async ({ db }) => {
    const rows = new Map((await db.select().from(messageTemplate)).map(row => [row.code, row]))
    return allTemplates().map(template => {
      const row = rows.get(template.code)
      const isChanged = row !== undefined && (row.title ?? row.content ?? row.sms) !== null
      const { code, name, group, placeholders, title, content, sms, mandatory = false, smsOnly = false } = template
      return {
        code,
        name,
        group,
        isChanged,
        version: row?.version ?? 0,
        ...wordingOf(template, row),
        hasSms: sms !== '',
        defaults: { title, content, sms },
        mandatory,
        smsOnly,
        placeholders: Object.entries(placeholders).map(([name, sample]) => ({ name, sample })),
        updatedName: row?.updatedName ?? null,
        updatedAt: row ? iso(row.updatedAt) : null,
      }
    })
  },
  'POST /staff/template/save': async (ctx, { code, version, ...wording }) => {
    const template = requireTemplate(code)
    refuseUnknownNames(template, wording)
    refuseGaps(template, wording)
    await refuseForbiddenWords(ctx, { title: '标题', content: '内容', sms: '短信' }, wording)
    const own = (name: keyof Wording) => (wording[name] === template[name] ? null : wording[name])
    const changed = { title: own('title'), content: own('content'), sms: own('sms') }
    return inTransaction(ctx, tx => writeWording(tx, template, version, changed))
  },
  'POST /staff/template/reset': (ctx, { code, version }) =>
    inTransaction(ctx, tx =>
      writeWording(tx, requireTemplate(code), version, { title: null, content: null, sms: null }),
    ),
  /** Sends the edited template, filled with sample values, to the editor. */
  'POST /staff/template/test': async (ctx, { code, channel, ...wording }) => {
    const { placeholders, name, smsOnly } = requireTemplate(code)
    const [own] = await ctx.db
      .select()
      .from(account)
      .where(eq(account.id, signedInActor(ctx).accountId))
    const to = channel === 'sms' ? own!.phoneSealed && ctx.encryption.decrypt(own!.phoneSealed) : own!.email
    if (!to) throw conflict(`您的账号没有登记${channel === 'sms' ? '手机号' : '邮箱'}，请先请管理员补上`)
    const text = fillIn(channel === 'sms' || smsOnly ? wording.sms : wording.content, placeholders)
    if (!text) throw invalid('没有可发送的文字', { sms: '没有可发送的文字' })
    return inTransaction(ctx, async tx => {
      const title = fillIn(wording.title, placeholders)
      const about = { to, subject: title, accountId: own!.id }
      if (channel === 'sms') await queue(tx, { channel, ...about, sms: { text, template: code, values: placeholders } })
      else
        await queue(tx, {
          channel,
          ...about,
          ...(await mailOf(tx, own!, { title, parts: [{ lines: text.split('\n') }] })),
        })
      await record(tx, {
        action: 'template.test',
        objectType: 'messageTemplate',
        objectName: name,
        detail: { channel },
      })
      return { to: channel === 'sms' ? maskMobile(to) : maskEmail(to) }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

function requireTemplate(code: string): Template {
  const template = templateOf(code)
  if (!template) throw notFound('没有这个消息模板')
  return template
}

function refuseUnknownNames({ placeholders }: Template, wording: Wording) {
  const errors = Object.entries(wording).flatMap(([field, text]) => {
    const unknown = namesIn(text).filter(name => !Object.hasOwn(placeholders, name))
    return unknown.length ? [[field, `这里不能使用 ${unknown.map(name => `{${name}}`).join('、')}`]] : []
  })
  if (errors.length) throw invalid('有不认识的占位符，请从列出的占位符中选择', Object.fromEntries(errors))
}

/** Refuses an empty inbox message, an empty mandatory text, and a text without a required placeholder. */
function refuseGaps({ sms, smsOnly, mandatory, needs = [] }: Template, wording: Wording) {
  const errors: Record<string, string> = {}
  if (!smsOnly && !wording.content) errors.content = '请填写站内消息的内容'
  if (smsOnly && wording.content) errors.content = '这一消息只发短信'
  if (sms === '' && wording.sms) errors.sms = '这一消息不发短信'
  if (sms !== '' && mandatory && !wording.sms) errors.sms = '这是必须告知的内容，短信不能留空'
  const missing = needs.filter(name => !namesIn(wording.sms).includes(name))
  if (!errors.sms && missing.length) errors.sms = `短信中须保留 ${missing.map(name => `{${name}}`).join('、')}`
  if (Object.keys(errors).length) throw invalid(Object.values(errors)[0]!, errors)
}

type Changed = Pick<Row, 'title' | 'content' | 'sms'>

/** Writes over what was read, and over nothing newer. */
async function writeWording(ctx: Ctx, template: Template, version: number, changed: Changed): Promise<Saved> {
  const { code, name } = template
  await ctx.db
    .insert(messageTemplate)
    .values({ code, version: 0, updatedName: await ownName(ctx), updatedAt: ctx.now })
    .onConflictDoNothing()
  const [before] = await ctx.db.select().from(messageTemplate).where(eq(messageTemplate.code, code)).for('update')
  if (before!.version !== version)
    throw conflict(
      `已由 ${before!.updatedName} 于 ${minute(iso(before!.updatedAt))} 修改，请对照最新的文字后再保存；您写的还在这里`,
    )
  const [after] = await ctx.db
    .update(messageTemplate)
    .set({ ...changed, version: version + 1, updatedName: await ownName(ctx), updatedAt: ctx.now })
    .where(eq(messageTemplate.code, code))
    .returning()
  await recordChange(ctx, {
    action: 'template.change',
    objectType: 'messageTemplate',
    objectId: after!.id,
    objectName: name,
    before: wordingOf(template, before),
    after: wordingOf(template, after),
  })
  return { version: after!.version }
}

defineRestorable('messageTemplate', {
  permission: 'staff:messages',
  restore: (ctx, { objectId, before }: FormerState) =>
    inTransaction(ctx, async tx => {
      const [row] = await tx.db
        .select()
        .from(messageTemplate)
        .where(eq(messageTemplate.id, objectId ?? 0))
        .for('update')
      if (!row) throw notFound('这个消息模板已不存在')
      const template = requireTemplate(row.code)
      const wording = { ...wordingOf(template, row), ...(before as Partial<Wording>) }
      await writeWording(tx, template, row.version, wording)
    }),
})
