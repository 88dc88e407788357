import { type Letter, makeLetter } from '#lib/server/outbox/letter.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { NotifyContext } from './notify.ts'

type Written = Pick<Letter, 'title' | 'parts'> & { route?: string }

/** Address of the page where the recipient chooses what comes by mail. */
export const choicesPage = (isStaff: boolean) => `${isStaff ? '/staff' : '/admin/user'}/messages?tab=choices`

/** A letter of the association to an account: what it is about, where to go on, and why it comes. */
export async function mailOf(
  ctx: Pick<NotifyContext, 'db' | 'config'>,
  { kind, userName }: Pick<typeof account.$inferSelect, 'kind' | 'userName'>,
  { title, parts, route }: Written,
): Promise<{ text: string; html: string }> {
  const { publicUrl } = ctx.config
  const { name } = await readGroup(ctx, 'association')
  const { main } = await readGroup(ctx, 'colours')
  const text = `您的账号 ${userName} 登记了这个邮箱。要改为每日汇总或不再接收，请打开“接收设置”`
  return makeLetter({
    from: name,
    colour: main,
    title,
    parts,
    link: route ? { text: '查看详情', href: publicUrl + route } : undefined,
    footer: { text, href: publicUrl + choicesPage(kind === 'staff') },
  })
}
