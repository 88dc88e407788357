import { chance } from '../../../src/lib/random.ts'
import { organisationOf } from '../../../src/modules/certificates/server/volume/names.ts'
import type { Task } from '../task.ts'

const NUMBER = 2468
const caller = organisationOf(chance(NUMBER), NUMBER)

/** The telephone rings: who is it, and whom does one call back? */
export const callerTask: Task = {
  code: 'caller',
  as: 'admin',
  run: async ({ page, press, write, see }) => {
    await press('Control+k')
    await write(`1990000${NUMBER}`)
    await see(page.getByRole('option', { name: caller.name, selected: true }))
    await press('Enter')
    await see(page.getByRole('heading', { name: caller.name }))
    await see(page.getByRole('heading', { name: '联系人与账号' }))
  },
  prove: async () => {},
}
