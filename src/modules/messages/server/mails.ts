import { type Letter, makeLetter } from '#lib/server/outbox/letter.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { NotifyContext } from './notify.ts'

/** `act`: a link by which the recipient decides it at once, instead of the page of `route`. */
type Written = Pick<Letter, 'title' | 'parts'> & { route?: string; act?: string | undefined }

/** Address of the page where the recipient chooses what comes by mail. */
export const choicesPage = (isStaff: boolean) => `${isStaff ? '/staff' : '/admin/user'}/messages?tab=choices`

/** A letter of the association to the contact of a company that nobody signs in for. */
export async function mailToContact(
  ctx: Pick<NotifyContext, 'db' | 'config'>,
  { title, parts }: Omit<Written, 'route' | 'act'>,
) {
  const { name } = await readGroup(ctx, 'association')
  const { main } = await readGroup(ctx, 'colours')
  const text = '贵单位在本会登记了这个联系邮箱，还没有开通网上账号。要开通账号或更改邮箱，请与我们联系'
  return makeLetter({ from: name, colour: main, title, parts, footer: { text, href: ctx.config.publicUrl } })
}

/** A letter of the association to an account: what it is about, where to go on, and why it comes. */
export async function mailOf(
  ctx: Pick<NotifyContext, 'db' | 'config'>,
  { kind, userName }: Pick<typeof account.$inferSelect, 'kind' | 'userName'>,
  { title, parts, route, act }: Written,
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
    link: act ? { text: '在手机上办理', href: act } : route ? { text: '查看详情', href: publicUrl + route } : undefined,
    footer: { text, href: publicUrl + choicesPage(kind === 'staff') },
  })
}
