import { chance } from '../../../src/lib/random.ts'
import { organisationOf } from '../../../src/modules/certificates/server/volume/names.ts'
import type { Task } from '../task.ts'

const wanted = organisationOf(chance(4321), 4321)

export const find: Task = {
  code: 'find',
  as: 'admin',
  run: async ({ page, press, write, see }) => {
    await press('Control+k')
    await write(wanted.creditCode)
    await see(page.getByRole('option', { name: wanted.name, selected: true }))
    await press('Enter')
    await see(page.getByRole('heading', { name: wanted.name }))
  },
  prove: async () => {},
}
