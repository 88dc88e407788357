import { typedKeys } from '#lib/keys.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { noteTexted, notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { definitionOf, onEachStage } from '../stages.ts'
import { type ConfirmedBy, wayWords } from '../wayWords.ts'
import { type Action, nameOfState, type Remark, type State, waitsFor } from '../workflow.ts'
import { type Application, kindOf } from './applicationKinds.ts'
import { readStateWords } from './stateWords.ts'

type StepMessage = {
  action: Action
  by: 'applicant' | 'staff' | 'calendar'
  opinion?: string
  remarks?: Remark[]
  say?: string
}

/**
 * Notifies the applicant of every step in the member centre; steps that require action or end the application also by
 * SMS.
 */
export async function notifyApplicant(ctx: Ctx, of: Application, told: StepMessage): Promise<void> {
  const kind = kindOf(of)
  const words = await readStateWords(ctx)
  const { sms, ...texts } = await renderTemplate(ctx, templateOf(of.state, told.action, words.byOf(of)), {
    申请种类: kind.name,
    申请名称: of.title,
    编号: of.number ?? '',
    审核意见: told.opinion ?? '',
    批注: (told.remarks ?? []).map(({ label, text }) => `${label}：${text}`).join('\n'),
    说明: told.say ?? '',
    截止日期: waitsFor(of.state) === 'applicant' ? (of.dueOn ?? '') : '',
  })
  if (of.accountId === null)
    return notifyVisitor(ctx, of, {
      text: texts.content,
      news: words.nameOf(of),
      // Their own act: they wait for its answer.
      isUrgent: told.by === 'applicant',
    })
  await notify(ctx, {
    ...texts,
    accountId: of.accountId,
    kind: kind.messages,
    route: routeOf(of),
    objectType: 'application',
    objectId: of.id,
    sms: told.by === 'applicant' ? undefined : sms,
  })
}

const visitorNews = defineTemplate({
  code: 'application.visitor',
  group: '申请与审核',
  name: '申请的进展（致没有账号的申请人）',
  title: '申请的进展',
  content: '',
  smsOnly: true,
  mandatory: true,
  sms: '您的{申请种类}（{编号}）：{情况}。详情请凭编号在协会网站查询。',
  placeholders: { 申请种类: '培训报名', 编号: 'PX2026-000123', 情况: '待缴费' },
})

type VisitorMessage = { text: string; news: string; isUrgent?: boolean }

/**
 * Sends an SMS to a visitor, who has no member centre: a complete text where one can be sent, `news` where a provider
 * bounds it.
 */
export async function notifyVisitor(
  ctx: Ctx,
  of: Application,
  { text, news, isUrgent = false }: VisitorMessage,
): Promise<void> {
  const kind = kindOf(of)
  const { fields } = await kind.schema(ctx, of)
  const to = kind.phone?.(decryptForm(fields, of.form, ctx.encryption))
  const values = { 申请种类: kind.name, 编号: of.number ?? '', 情况: news }
  const sms = { text, template: visitorNews.code, values }
  await noteTexted(ctx, { name: of.title, sealed: to ? ctx.encryption.encrypt(to) : null }, sms)
  if (to) await queue(ctx, { channel: 'sms', to, subject: kind.name, sms, isUrgent })
}

/** Returns the page where the applicant continues, or the progress page if nothing is to do. */
export const routeOf = (of: Application) =>
  waitsFor(of.state) === 'applicant'
    ? (kindOf(of).route?.(of.state, of.id, of) ?? `/admin/user/apply/${of.id}`)
    : `/admin/user/doing/${of.id}`

function templateOf(state: State, action?: Action, by: ConfirmedBy = 'paper'): string {
  if (action === 'reconsider' || action === 'cancel' || action === 'correct') return `application.${action}`
  return state === 'preparing' && by !== 'paper' ? `application.preparing.${by}` : `application.${state}`
}

type Wording = {
  name: string
  told?: string | undefined
  asked?: string | undefined
  texted: boolean
  mandatory: boolean
}

/** Defines the message for reaching a state. */
function defineStateTemplate(code: string, { name, told, asked, texted, mandatory }: Wording): void {
  const next = asked && `请在 {截止日期} 前${asked}，逾期申请将自动终止。`
  defineTemplate({
    code,
    group: '申请与审核',
    name: `申请${name}`,
    title: `{申请种类}${told ?? name}`,
    content: [
      `“{申请名称}”的{申请种类}（编号 {编号}）：${name}。`,
      '审核意见：{审核意见}',
      '{批注}',
      '{说明}',
      ...(next ? [next] : []),
    ].join('\n'),
    sms: texted ? `您的{申请种类}（{编号}）${name}。${next ?? ''}请登录会员中心查看。` : '',
    ...(mandatory && { mandatory: true }),
    placeholders: {
      申请种类: '入会申请',
      申请名称: '示例机电有限公司',
      编号: 'RH2026-000123',
      审核意见: '请补充近三年业绩。',
      批注: '主营业务：请写明主要品种和年产量',
      说明: '',
      截止日期: asked ? '2026-12-31' : '',
    },
  })
}

const defineFinalTemplate = (state: State, wording: Omit<Wording, 'name'>) =>
  defineStateTemplate(templateOf(state), { name: nameOfState(state), ...wording })

/** Deadlines must arrive. */
onEachStage(stage => {
  for (const state of stage.states) {
    const definition = definitionOf(state)
    if (!definition || state === 'draft') continue
    const { told } = definition
    const asked = definition.waitsFor === 'applicant' ? definition.asked : undefined
    const texted = definition.waitsFor === 'applicant' || definition.texted === true
    defineStateTemplate(templateOf(state), { name: nameOfState(state), told, asked, texted, mandatory: texted })
  }
})

// The same where the form is not confirmed on paper alone.
for (const by of typedKeys(wayWords)) {
  const { state: name, told, asked } = wayWords[by]
  defineStateTemplate(templateOf('preparing', undefined, by), { name, told, asked, texted: true, mandatory: true })
}

// Decisions must arrive; what was withdrawn its applicant knows.
defineFinalTemplate('approved', { texted: true, mandatory: true })
defineFinalTemplate('rejected', { texted: true, mandatory: true })
defineFinalTemplate('withdrawn', { texted: true, mandatory: false })
defineFinalTemplate('expired', { told: '因超期未处理已终止', texted: true, mandatory: true })

defineTemplate({
  code: 'application.reconsider',
  group: '申请与审核',
  name: '申请退回重新审议',
  title: '{申请种类}退回重新审议',
  content: '“{申请名称}”的{申请种类}（编号 {编号}）：退回重新审议。\n{审核意见}\n协会审议后将另行公示或告知结果。',
  sms: '',
  placeholders: {
    申请种类: '入会申请',
    申请名称: '示例机电有限公司',
    编号: 'RH2026-000123',
    审核意见: '公示期间的异议经核查成立：所列业绩与事实不符。',
  },
})

defineTemplate({
  code: 'application.cancel',
  group: '申请与审核',
  name: '申请由协会取消',
  title: '{申请种类}已由协会取消',
  content: '“{申请名称}”的{申请种类}（编号 {编号}）已由协会取消。\n{审核意见}\n{说明}',
  sms: '您的{申请种类}（{编号}）已由协会取消，意见：{审核意见}',
  mandatory: true,
  placeholders: {
    申请种类: '培训报名',
    申请名称: '检验人员取证班',
    编号: 'PX2026-000123',
    审核意见: '培训班因报名人数不足取消，已缴的费用将原路退回。',
    说明: '',
  },
})

defineTemplate({
  code: 'application.correct',
  group: '申请与审核',
  name: '协会更正此前的决定',
  title: '{申请种类}的决定已更正',
  content: '“{申请名称}”的{申请种类}（编号 {编号}）：协会更正了此前的决定。\n原因：{审核意见}\n{说明}',
  sms: '您的{申请种类}（{编号}）：协会更正了此前的决定，{说明}请登录会员中心查看。',
  mandatory: true,
  placeholders: {
    申请种类: '入会申请',
    申请名称: '示例机电有限公司',
    编号: 'RH2026-000123',
    审核意见: '误将另一份申请的意见填写在这里。',
    说明: '由“不予通过”恢复为“待初审”。',
  },
})
