import { bodyByCode } from '../../src/modules/posts/server/bodies.ts'
import type { Site } from './app.ts'
import type { asStaff } from './make.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>
type Agenda = { itemId: number }[]

/** Attendance: 40 of 45 entitled members. */
export const attendance = { entitled: 45, present: 40, onLeave: 3, chair: '李晓明', recorder: '王芳' }

/** Votes with everybody present in favour of each item. */
export const unanimous = (ids: readonly number[], { present } = attendance) =>
  ids.map(itemId => ({ itemId, yes: present, no: 0, abstained: 0, recused: 0 }))

/** Enough of a meeting, and everybody for everything, as far as its rule has it counted. */
export async function everybody(by: Staff, id: number) {
  const { data } = await by.get('/staff/meeting/detail', { id })
  const ids = (data.agenda as Agenda).map(({ itemId }) => itemId)
  return { attendance, ...(data.rule.vote && { votes: unanimous(ids) }) }
}

/** Items of an agenda that are these applications. */
export const onAgenda = (...ids: number[]) => ids.map(applicationId => ({ applicationId }))

/** Id of a body that is known by its code on every site. */
export const bodyIdOf = async ({ services }: Site, code: string): Promise<number> =>
  (await bodyByCode(services, code)).id
