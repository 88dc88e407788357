import type { asStaff } from './make.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>
type Agenda = { applicationId: number }[]

/** Attendance: 40 of 45 entitled members. */
export const attendance = { entitled: 45, present: 40, onLeave: 3, chair: '李晓明', recorder: '王芳' }

/** Votes with everybody present in favour of each application. */
export const unanimous = (ids: readonly number[], { present } = attendance) =>
  ids.map(applicationId => ({ applicationId, yes: present, no: 0, abstained: 0, recused: 0 }))

/** Enough of a meeting, and everybody for everything, as far as its rule has it counted. */
export async function everybody(by: Staff, id: number) {
  const { data } = await by.get('/staff/board/detail', { id })
  const ids = (data.agenda as Agenda).map(({ applicationId }) => applicationId)
  return { attendance, ...(data.rule.vote && { votes: unanimous(ids) }) }
}
