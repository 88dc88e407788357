import { lookInto } from '../../../e2e/support/test.ts'

/** Who agrees where two people are wanted; the demo association has one administrator. */
export const SECOND_ADMIN = 'awards'

/** Lets another colleague do all that an administrator may; neither has opened the other's account. */
export async function appointSecondAdmin(): Promise<void> {
  const database = await lookInto()
  await database.query(`update account set roles = '{admin}' where user_name = $1`, [SECOND_ADMIN])
  await database.end()
}
