import { and, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { fillIn, namesIn } from '#lib/placeholders.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { sendNow } from '#lib/server/outbox/send.ts'
import { filedTemplate } from '#lib/server/outbox/smsFiling.ts'
import { smsInUse } from '#lib/server/outbox/smsInUse.ts'
import { smsProviders } from '#lib/server/outbox/smsProviders.ts'
import { baseKind, type SmsVariable, smsVariablesOf } from '#lib/server/outbox/smsVariables.ts'
import { smsTemplate } from '#lib/server/outbox/tables.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { readGroup, writeSetting } from '#modules/settings/server/settings.ts'
import type { staffSmsContract } from '../smsContract.ts'
import { messageTemplate } from './tables.ts'
import { addressesOf, allTemplates, type Template, wordingOf } from './templates.ts'
import { ownPhone, wordsOfResult } from './testSend.ts'

type Provider = keyof typeof smsProviders

const VERIFICATION_CODE = 'security.code'
const spend = limit('sms/test', { max: 20, per: 3_600_000, by: 'account' })

/** Property of a variable in the form of Alibaba Cloud (TemplateRule, help.aliyun.com/document_detail/2806243). */
const properties: Record<SmsVariable['kind'], string> = {
  number: '其他号码',
  time: '时间',
  money: '金额',
  text: '其他（名称、账号、地址等）',
  list: '其他（名称、账号、地址等）',
  sentence: '其他（名称、账号、地址等）',
}

type SmsKind = { kind: string; name: string; template: Template; text: string }

/** Every kind of text message and its variants, with its words as they are now and this site's addresses in them. */
export async function readSmsKinds(ctx: Pick<Ctx, 'db' | 'config'>): Promise<SmsKind[]> {
  const rows = new Map((await ctx.db.select().from(messageTemplate)).map(row => [row.code, row]))
  return allTemplates().flatMap(template => {
    const { sms } = wordingOf(template, rows.get(template.code))
    const addresses = addressesOf(template, ctx.config)
    return variantsOf(template).flatMap(({ kind, name, fixed }) => {
      const words: Record<string, string> = { ...addresses, ...fixed }
      const text = sms.replace(/\{([^{}\s]+)\}/g, (whole, name: string) => words[name] ?? whole)
      return sms ? [{ kind, name, template, text: text.replaceAll('\n', ' ') }] : []
    })
  })
}

function variantsOf({ code, name, variants }: Template): (Pick<SmsKind, 'kind' | 'name'> & { fixed: object })[] {
  if (!variants) return [{ kind: code, name, fixed: {} }]
  return variants.all().map(one => ({
    kind: one.code ? `${code}#${one.code}` : code,
    name: `${name}：${one.code ? one.words : '其余各类'}`,
    fixed: { [variants.placeholder]: one.words },
  }))
}

/** Rules for templates that a text breaks, of both providers (see `smsVariables.ts` for the documents). */
export function templateFaults(text: string, variables: Record<string, SmsVariable>): string[] {
  const names = [...text.matchAll(/\{([^{}\s]+)\}/g)].map(([, name]) => name!)
  const fixed = text.replace(/\{[^{}\s]+\}/g, '')
  const unknown = names.filter(name => !variables[name])
  return [
    text.length > 500 && '超过 500 个字',
    /[【】『』「」〖〗²•①-⑳★※→¥]/.test(fixed) && '含有服务商不收的符号',
    fixed.replace(/[\s\p{P}]/gu, '') === '' && '只有变量，没有固定的文字',
    new Set(names).size < names.length && '同一个变量出现了两次',
    /\}\s*\{/.test(text) && '两个变量相邻，中间应有文字',
    /(https?:\/\/|www\.)\S*\{/.test(text) && '网址里有变量',
    unknown.length > 0 && `短信里不能用 ${unknown.map(name => `{${name}}`).join('、')}`,
  ].filter(fault => fault !== false)
}

/** Writes a text as the provider's templates have it: ${company}, or {1}. */
export function inSyntaxOf(provider: Provider, text: string, variables: Record<string, SmsVariable>): string {
  const order = namesIn(text)
  return text.replace(/\{([^{}\s]+)\}/g, (whole, name: string) =>
    variables[name] ? smsProviders[provider].variable(variables[name].name, order.indexOf(name) + 1) : whole,
  )
}

const readFiled = async ({ db }: Pick<Ctx, 'db'>, provider: Provider) =>
  new Map((await db.select().from(smsTemplate).where(eq(smsTemplate.provider, provider))).map(row => [row.kind, row]))

/** How many kinds of text messages the provider in use has templates for; null: none is in use. */
export async function countFiledKinds(ctx: Pick<Ctx, 'db' | 'config'>) {
  const sms = await smsInUse(ctx)
  if (!sms) return null
  const filed = await readFiled(ctx, sms.provider)
  const kinds = await readSmsKinds(ctx)
  return {
    name: smsProviders[sms.provider].name,
    kinds: kinds.length,
    filed: kinds.filter(({ kind }) => filed.has(kind) || filed.has(baseKind(kind))).length,
    hasCodes: filed.has(VERIFICATION_CODE) || sms.codeTemplate !== undefined,
  }
}

export const smsTemplatesHandlers = {
  'GET /staff/sms/status': async ctx => {
    const counted = await countFiledKinds(ctx)
    const sms = counted && { name: counted.name, kinds: counted.kinds, filed: counted.filed }
    return { sms, mail: ctx.config.smtp !== undefined }
  },
  'GET /staff/sms/templates': async (ctx, asked) => {
    const inUse = (await smsInUse(ctx))?.provider ?? null
    const provider = asked.provider ?? inUse ?? 'aliyun'
    const { name, templateCode, reasonLabel, maxVariable } = smsProviders[provider]
    const filed = await readFiled(ctx, provider)
    const { name: association } = await readGroup(ctx, 'association')
    const kinds = (await readSmsKinds(ctx)).map(({ kind, name, template, text }) => {
      const variables = smsVariablesOf(kind)
      const row = filed.get(kind)
      return {
        kind,
        name,
        group: template.group,
        mandatory: template.mandatory ?? false,
        type: template.code === VERIFICATION_CODE ? '验证码' : '通知短信',
        text: inSyntaxOf(provider, text, variables),
        example: fillIn(text, template.placeholders),
        reason: `${association}网站（${ctx.config.publicUrl}）向会员单位、学员和办事人发送的业务通知：${name}。只发给在本会登记的手机号，不含营销内容。`,
        variables: namesIn(text).flatMap(placeholder => {
          const of = variables[placeholder]
          const sample = template.placeholders[placeholder] ?? ''
          return of
            ? [
                {
                  name: of.name,
                  meaning: placeholder,
                  property: properties[of.kind],
                  max: Math.min(of.max, maxVariable),
                  sample,
                },
              ]
            : []
        }),
        faults: templateFaults(text, variables),
        templateCode: row?.templateCode ?? '',
        signature: row?.signature ?? '',
        isOutdated: row !== undefined && row.filedText !== text,
        updatedName: row?.updatedName ?? null,
        updatedAt: row ? iso(row.updatedAt) : null,
      }
    })
    const { label, sample } = templateCode
    const choices = ctx.config.sms
      ? ctx.config.smsChoices.flatMap(one => (one.provider === inUse ? [] : one.provider))
      : []
    return { provider, providerName: name, inUse, choices, reasonLabel, codeLabel: label, codeSample: sample, kinds }
  },
  'POST /staff/sms/provider': (ctx, { provider }) =>
    inTransaction(ctx, async tx => {
      const { name } = smsProviders[provider]
      const { sms, smsChoices } = ctx.config
      const chosen = smsChoices.find(one => one.provider === provider)
      if (!sms || !chosen) throw conflict(`服务器上没有设置${name}的密钥，请技术人员设置后再改用`)
      const before = (await smsInUse(tx))!
      if (before.provider === provider) throw conflict(`现在用的就是${name}`)
      if (!chosen.codeTemplate && !(await filedTemplate(tx, provider, VERIFICATION_CODE)))
        throw conflict(`${name}还没有验证码的模板编号，改用后谁也收不到验证码；请先登记“短信验证码：其余各类”`)
      await writeSetting(tx, 'smsProvider', { provider })
      await recordChange(tx, {
        action: 'smsTemplate.provider',
        objectType: 'smsTemplate',
        objectName: '短信服务商',
        before: { 短信服务商: smsProviders[before.provider].name },
        after: { 短信服务商: name },
      })
      return { providerName: name }
    }),
  'POST /staff/sms/template/save': (ctx, { provider, kind, templateCode, signature }) =>
    inTransaction(ctx, async tx => {
      const found = (await readSmsKinds(tx)).find(one => one.kind === kind)
      if (!found) throw notFound('没有这类短信')
      const { templateCode: format, name } = smsProviders[provider]
      if (templateCode && !format.pattern.test(templateCode))
        throw invalid(`${name}的${format.label}形如 ${format.sample}`, { templateCode: `应形如 ${format.sample}` })
      const faults = templateCode ? templateFaults(found.text, smsVariablesOf(kind)) : []
      if (faults.length > 0)
        throw conflict(`这类短信的文字不合服务商的规定（${faults.join('；')}），请先在“消息模板”里改好，再报备`)
      const where = and(eq(smsTemplate.provider, provider), eq(smsTemplate.kind, kind))
      const [before] = await tx.db.delete(smsTemplate).where(where).returning()
      // The same number again files nothing new: the text that was approved with it stays.
      const filedText = before?.templateCode === templateCode ? before.filedText : found.text
      const row = {
        provider,
        kind,
        templateCode,
        signature,
        filedText,
        updatedName: await ownName(tx),
        updatedAt: tx.now,
      }
      if (templateCode) await tx.db.insert(smsTemplate).values(row)
      const words = (of: { templateCode: string; signature: string } | undefined) => ({
        模板编号: of?.templateCode ?? '',
        签名: of?.signature ?? '',
      })
      await recordChange(tx, {
        action: 'smsTemplate.change',
        objectType: 'smsTemplate',
        objectName: `${name}：${found.name}`,
        before: words(before),
        after: words(templateCode ? row : undefined),
      })
      return {}
    }),
  'POST /staff/sms/template/test': async (ctx, { kind }) => {
    const found = (await readSmsKinds(ctx)).find(one => one.kind === kind)
    if (!found) throw notFound('没有这类短信')
    const { template, name } = found
    const to = await ownPhone(ctx)
    spend(ctx)
    const { accountId } = signedInActor(ctx)
    const sms = { text: fillIn(found.text, template.placeholders), template: kind, values: template.placeholders }
    const error = await sendNow(ctx, { channel: 'sms', to, subject: `试发：${name}`, sms, accountId })
    return wordsOfResult(ctx, 'sms', to, error)
  },
} satisfies Partial<Handlers<typeof staffSmsContract>>
