import type { Ctx } from '#lib/server/api/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Certificate } from './register.ts'
import { certificate } from './tables.ts'

defineSubject('certificate', certificate)

const about = { 证书: '设备维修单位', 编号: 'XH-AB01-B-2026-0012' }
const template = (code: string, name: string, what: string, more: Record<string, string> = {}) =>
  defineTemplate({
    code: `certificate.${code}`,
    group: '证书',
    name,
    mandatory: true,
    placeholders: { ...about, ...more },
    title: '证书变动：{证书}',
    content: `{证书}（{编号}）${what}`,
    sms: `{证书}（{编号}）${what}`,
  })

export const certificateIssued = template('issued', '证书已签发', '已签发，可在会员中心查看。')
export const certificateReplaced = template('replaced', '证书由新证书替代', '已由新证书 {新编号} 替代。', {
  新编号: 'XH-AB01-A-2026-0031',
})
export const certificateCorrected = template('corrected', '证书内容更正', '上的内容已更正。原因：{原因}', {
  原因: '单位地址有误',
})
export const certificateEntered = template('entered', '旧证已登记', '经旧证补录登记，可在会员中心查看。')
export const certificateActed = template('acted', '证书暂停、恢复、撤销或注销', '自 {日期} 起{变动}。原因：{原因}', {
  日期: '2026年12月1日',
  变动: '暂停',
  原因: '持证人员不足，逾期未补',
})

/** Kind of message about a certificate, by which its holder chooses the channels. */
export const messageKindOf = ({ register }: Pick<Certificate, 'register'>) =>
  register === 'appointment' ? ('membership' as const) : register

/** Notifies the account of the holder, an organisation or a person. */
export async function notifyHolder(
  ctx: Ctx,
  of: Certificate,
  { code }: { code: string },
  values: Record<string, string> = {},
): Promise<void> {
  const texts = await renderTemplate(ctx, code, { 证书: of.kindName, 编号: of.number, ...values })
  const message = {
    ...texts,
    kind: messageKindOf(of),
    route: '/admin/user/certificates',
    objectType: 'certificate',
    objectId: of.id,
  }
  if (of.personId) await notify(ctx, { ...message, personId: of.personId })
  else if (of.organisationId) await notify(ctx, { ...message, organisationId: of.organisationId })
}
