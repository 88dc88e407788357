import { type Ctx, nameOfActor, signed } from '#lib/server/api/context.ts'
import { notifyHolders } from '#modules/messages/server/desk.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'

const changed = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.sealChanged',
  name: '印章图片已更换',
  title: '印章图片已更换',
  content:
    '{同事}更换了印在证书上的印章图片，以后签发、补发的证书用新的图片。不知情的，请立即与其核对，并查看审计日志。',
  placeholders: { 同事: '金保华' },
})

/** Whoever else may set the association up is told that its seal is another one. */
export async function tellSealChange(ctx: Ctx): Promise<void> {
  const texts = await renderTemplate(ctx, changed.code, { 同事: nameOfActor(signed(ctx)) })
  const what = { ...texts, kind: 'operation', sms: undefined, route: '/staff/settings#seal' } as const
  await notifyHolders(ctx, 'staff:setup', what)
}
