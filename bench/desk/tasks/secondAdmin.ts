import { lookInto } from '../../../e2e/support/test.ts'
import type { Hand } from '../hand.ts'
import { open } from './open.ts'

/** Who agrees where two people are wanted; the demo association has one administrator. */
export const SECOND_ADMIN = 'awards'

/** Lets another colleague do all that an administrator may; neither has opened the other's account. */
export async function appointSecondAdmin(): Promise<void> {
  const database = await lookInto()
  await database.query(`update account set roles = '{admin}' where user_name = $1`, [SECOND_ADMIN])
  await database.end()
}

/** Agrees, as that colleague, to what was asked last; files are only let go, all else is done at once. */
export async function agreeAsSecondAdmin(
  beside: (userName: string) => Promise<Hand>,
  to: 'act' | 'file',
): Promise<void> {
  const hand = await beside(SECOND_ADMIN)
  const { page, click, see } = hand
  await open(hand, '双人复核')
  await click(page.getByRole('button', { name: to === 'file' ? '同意' : '同意并执行', exact: true }).first())
  await see(page.getByText(to === 'file' ? '已同意' : '已同意，已生效').first())
}
