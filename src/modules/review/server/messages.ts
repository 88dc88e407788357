import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Action, type Remark, type State, stateNames, states, waitsFor } from '../workflow.ts'
import { type Application, kindOf } from './applicationKinds.ts'

type Told = {
  action: Action
  by: 'applicant' | 'staff' | 'calendar'
  opinion?: string
  remarks?: Remark[]
  say?: string
}

/** Every step is told to the applicant in the member centre; what asks for action, or ends it, by SMS too. */
export async function tellApplicant(ctx: Ctx, of: Application, told: Told): Promise<void> {
  const kind = kindOf(of)
  const { sms, ...texts } = await renderTemplate(ctx, templateOf(of.state, told.action), {
    申请种类: kind.name,
    申请名称: of.title,
    编号: of.number ?? '',
    审核意见: told.opinion ?? '',
    批注: (told.remarks ?? []).map(({ label, text }) => `${label}：${text}`).join('\n'),
    说明: told.say ?? '',
    截止日期: waitsFor(of.state) === 'applicant' ? (of.dueOn ?? '') : '',
  })
  const byDay = told.by === 'calendar'
  if (of.accountId === null) return tellVisitor(ctx, of, texts.content, byDay)
  await notify(ctx, {
    ...texts,
    accountId: of.accountId,
    kind: kind.messages,
    byDay,
    route: routeOf(of),
    objectType: 'application',
    objectId: of.id,
    sms: told.by === 'applicant' ? undefined : sms || undefined,
  })
}

/** Nobody can look it up in a member centre: the text says it all. */
export async function tellVisitor(ctx: Ctx, of: Application, text: string, byDay = false): Promise<void> {
  const kind = kindOf(of)
  const { fields } = await kind.schema(ctx, of)
  const to = kind.phone?.(decryptForm(fields, of.form, ctx.encryption))
  if (to) await queue(ctx, { channel: 'sms', to, subject: kind.name, text, byDay })
}

/** Where the applicant goes on with it; the progress page where there is nothing to do. */
export const routeOf = (of: Application) =>
  waitsFor(of.state) === 'applicant'
    ? (kindOf(of).route?.(of.state, of.id, of) ?? `/admin/user/apply/${of.id}`)
    : `/admin/user/doing/${of.id}`

const titles: Partial<Record<State, string>> = {
  submitted: '已提交',
  waiting: '已提交，名额已满，正在候补',
  offered: '有了名额，请确认',
  returned: '被退回，请补正',
  preparing: '已通过初审，请上传盖章材料',
  checking: '材料已提交',
  materialsReturned: '的材料被退回，请补正',
  deciding: '已通过复审，等待审议',
  noticed: '进入公示',
  unpaid: '待缴费',
  paying: '的缴费凭证已提交',
  awaitingSite: '等待安排现场评审',
  onSite: '已安排现场评审',
  rectifying: '现场评审有不符合项，请整改',
  verifying: '的整改情况已提交',
  scoring: '已通过形式审查，进入专家评审',
  approved: '已通过',
  rejected: '未通过',
  withdrawn: '已撤回',
  expired: '因超期未处理已终止',
}

const tasks: Partial<Record<State, string>> = {
  returned: '补正',
  offered: '确认递补',
  preparing: '上传盖章材料',
  materialsReturned: '补正材料',
  unpaid: '缴费并上传凭证',
  rectifying: '提交整改情况和证据',
}

const templateOf = (state: State, action?: Action) =>
  action === 'reconsider' || action === 'cancel' ? `application.${action}` : `application.${state}`

for (const state of states) {
  if (state === 'draft') continue
  const next = tasks[state] && `请在 {截止日期} 前${tasks[state]}，逾期申请将自动终止。`
  const isTexted = ['applicant', 'nobody'].includes(waitsFor(state)) || state === 'onSite'
  // What was withdrawn its applicant knows; deadlines and decisions must arrive.
  const isMandatory = isTexted && state !== 'withdrawn'
  defineTemplate({
    code: templateOf(state),
    group: '申请与审核',
    name: `申请${stateNames[state]}`,
    title: `{申请种类}${titles[state] ?? stateNames[state]}`,
    content: [
      `“{申请名称}”的{申请种类}（编号 {编号}）：${stateNames[state]}。`,
      '审核意见：{审核意见}',
      '{批注}',
      '{说明}',
      ...(next ? [next] : []),
    ].join('\n'),
    sms: isTexted ? `您的{申请种类}（{编号}）${stateNames[state]}。${next ?? ''}请登录会员中心查看。` : '',
    ...(isMandatory && { mandatory: true }),
    placeholders: {
      申请种类: '入会申请',
      申请名称: '示例机电有限公司',
      编号: 'RH2026-000123',
      审核意见: '请补充近三年业绩。',
      批注: '主营业务：请写明主要品种和年产量',
      说明: '',
      截止日期: tasks[state] ? '2026-12-31' : '',
    },
  })
}

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
  content: '“{申请名称}”的{申请种类}（编号 {编号}）已由协会取消。\n{审核意见}',
  sms: '您的{申请种类}（{编号}）已由协会取消。{审核意见}',
  mandatory: true,
  placeholders: {
    申请种类: '培训报名',
    申请名称: '检验人员取证班',
    编号: 'PX2026-000123',
    审核意见: '培训班因报名人数不足取消，已缴的费用将原路退回。',
  },
})
