import type { Ctx } from '#lib/server/api/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const shared = { group: '人员', placeholders: { 姓名: '李晓明', 日期: '2026-11-20' } }

const takeoverRequested = defineTemplate({
  ...shared,
  code: 'personnel.takeoverAsked',
  name: '其他单位申请转入本单位人员',
  mandatory: true,
  title: '人员转入：{姓名}',
  content:
    '另一单位申请将 {姓名} 转入，现登记为贵单位人员。如已离开，请在“人员”中登记离开，随即转入对方；如仍在贵单位，请与协会联系，由协会核对对方提交的证明后决定。',
  sms: '另一单位申请转入贵单位人员 {姓名}，请登录会员中心“人员”核对。',
})
const takenOver = defineTemplate({
  ...shared,
  code: 'personnel.takenOver',
  name: '本单位人员已转入其他单位',
  title: '{姓名}已转入其他单位',
  content:
    '经协会审核，{姓名} 自 {日期} 起转入其他单位，不再列入贵单位人员。依靠其持证的资质证书如因此条件不足，将另行通知。',
  sms: '',
})
const joined = defineTemplate({
  ...shared,
  code: 'personnel.joined',
  name: '列入一家单位的人员',
  title: '您已列入{单位}的人员',
  content: '{单位} 自 {日期} 起将您登记为其人员，可查看您的证书和继续教育学时。与事实不符的，请与协会联系。',
  sms: '',
  placeholders: { 单位: '示例机电有限公司', 日期: '2026-11-20' },
})
const left = defineTemplate({
  ...shared,
  code: 'personnel.left',
  name: '不再列入一家单位的人员',
  title: '您不再列入{单位}的人员',
  content: '{单位} 登记您于 {日期} 离开。您的证书和学时不受影响。与事实不符的，请与协会联系。',
  sms: '',
  placeholders: { 单位: '示例机电有限公司', 日期: '2026-11-20' },
})

type Person = { id: number; name: string }
const templates = { asked: takeoverRequested, gone: takenOver, joined, left }

/** The employer that somebody is to leave, or has left. */
export async function notifyEmployer(
  ctx: Ctx,
  what: 'asked' | 'gone',
  organisationId: number,
  person: Person,
  day = '',
): Promise<void> {
  const texts = await renderTemplate(ctx, templates[what].code, { 姓名: person.name, 日期: day })
  await notify(ctx, {
    ...texts,
    organisationId,
    kind: 'personnel',
    route: `/admin/user/persons${what === 'asked' ? `/${person.id}` : ''}`,
    objectType: 'person',
    objectId: person.id,
  })
}

/** The person itself, where there is an account. */
export async function notifyPerson(
  ctx: Ctx,
  what: 'joined' | 'left',
  person: Person,
  told: { employer: string; day: string },
): Promise<void> {
  const { sms: _, ...texts } = await renderTemplate(ctx, templates[what].code, { 单位: told.employer, 日期: told.day })
  const about = { route: `/admin/user/persons/${person.id}`, objectType: 'person', objectId: person.id }
  await notify(ctx, { ...texts, personId: person.id, kind: 'personnel', ...about })
}
