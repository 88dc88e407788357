import type { Ctx } from '#lib/server/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { type Action, type Remark, type State, stateNames, waitsFor } from '../workflow.ts'
import { type Application, kindOf } from './kinds.ts'

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
  const title = `${kind.name}${titles[of.state] ?? stateNames[of.state]}`
  const next = nextStep(of)
  const asked = (told.remarks ?? []).map(({ label, text }) => `${label}：${text}`)
  const content = [
    `“${of.title}”的${kind.name}${of.number ? `（编号 ${of.number}）` : ''}：${stateNames[of.state]}。`,
    told.opinion && `审核意见：${told.opinion}`,
    ...asked,
    told.say,
    next,
  ]
    .filter(Boolean)
    .join('\n')
  await notify(ctx, {
    ...{ accountId: of.accountId, kind: kind.messages, title, content },
    ...{ route: routeOf(of), objectType: 'application', objectId: of.id },
    sms:
      told.by !== 'applicant' && (waitsFor(of.state) === 'applicant' || waitsFor(of.state) === 'nobody')
        ? `您的${kind.name}${of.number ? `（${of.number}）` : ''}${stateNames[of.state]}。${next ?? ''}请登录会员中心查看。`
        : undefined,
  })
}

/** Where the applicant goes on with it; the progress page where there is nothing to do. */
export const routeOf = (of: Application) =>
  waitsFor(of.state) === 'applicant' ? kindOf(of).route(of.state) : `/admin/user/doing/${of.id}`

const titles: Partial<Record<State, string>> = {
  submitted: '已提交',
  returned: '被退回，请补正',
  preparing: '已通过初审，请上传盖章材料',
  checking: '材料已提交',
  materialsReturned: '的材料被退回，请补正',
  deciding: '已通过复审，等待审议',
  noticed: '进入公示',
  unpaid: '待缴费',
  paying: '的缴费凭证已提交',
  approved: '已通过',
  rejected: '未通过',
  withdrawn: '已撤回',
  expired: '因超期未处理已终止',
}

function nextStep({ state, dueOn }: Application): string | undefined {
  if (waitsFor(state) !== 'applicant' || state === 'draft') return
  return `请在 ${dueOn} 前${tasks[state]}，逾期申请将自动终止。`
}

const tasks: Partial<Record<State, string>> = {
  returned: '补正',
  preparing: '上传盖章材料',
  materialsReturned: '补正材料',
  unpaid: '缴费并上传凭证',
}
