import type { Ctx } from '#lib/server/api/context.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import { makeLetter } from '#lib/server/outbox/letter.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { canText } from '#lib/server/outbox/smsFiling.ts'
import { defineTemplate, readWording, renderWording, type Wording } from '#modules/messages/server/templates.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { Way } from '../../invitationWords.ts'

const CODE = 'invitation.sent'

defineTemplate({
  group: '邀请开通账号',
  code: CODE,
  name: '邀请单位开通账号',
  mandatory: true,
  title: '请为“{单位}”开通会员账号',
  needs: ['网址', '邀请码'],
  addresses: { 网址: '/invite' },
  content:
    '{称呼}：\n“{单位}”已在本会登记在册，尚未开通网上账号。开通后可以在网上查看和修改单位资料、缴费、报名和申报。请由单位的联系人在 {截止} 前打开下面的链接办理。',
  sms: '{协会}请“{单位}”开通会员账号，{截止}前有效：请打开 {网址} ，输入邀请码 {邀请码}。请由单位联系人办理，勿转发他人。',
  placeholders: {
    协会: '示例行业协会',
    单位: '示例机电有限公司',
    称呼: '李晓明',
    截止: '2026年12月23日',
    网址: 'https://example.com/invite',
    邀请码: '7K3M-9QXR-2HVD-PW4T',
  },
})

/** A file counts as well: the screen says that texts are only written. */
export const canInviteByText = async (ctx: Pick<Ctx, 'db' | 'config'>): Promise<boolean> =>
  isOnlyWritten(ctx.config, 'sms') || canText(ctx, CODE)

export type OutgoingInvitation = {
  way: Way
  to: string
  /** `link`: with the code in it, for a mail. */
  values: Record<'协会' | '单位' | '称呼' | '截止' | '邀请码' | 'link', string>
}

/** Text template as edited by the association; read once per act. */
export const readInvitationWording = (ctx: Pick<Ctx, 'db'>): Promise<Wording> => readWording(ctx, CODE)

/** Sends by SMS or mail; letters are printed instead. */
export async function sendInvitation(ctx: Ctx, words: Wording, { way, to, values }: OutgoingInvitation): Promise<void> {
  if (way === 'letter') return
  const { link, ...named } = values
  const { title, content, sms } = renderWording(ctx, CODE, words, named)
  if (way === 'sms') {
    if (sms) await queue(ctx, { channel: 'sms', to, subject: title, sms })
    return
  }
  const letter = makeLetter({
    from: values.协会,
    colour: (await readGroup(ctx, 'colours')).main,
    title,
    parts: [{ lines: content.split('\n') }],
    link: { text: '开通账号', href: link },
  })
  await queue(ctx, { channel: 'mail', to, subject: title, ...letter })
}
