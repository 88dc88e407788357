import { z } from 'zod'
import { int } from '#lib/form/fields.ts'
import { roundKinds, roundStates } from '../rules.ts'

/** `version`: of the round as it was read. */
export const known = { id: int, version: int }
export const moved = z.object({ id: z.int(), version: z.int(), state: z.enum(roundStates) })

export const roundRow = z.object({
  id: z.int(),
  name: z.string(),
  callId: z.int(),
  callTitle: z.string(),
  groupName: z.string(),
  kind: z.enum(roundKinds),
  kindName: z.string(),
  state: z.enum(roundStates),
  stateName: z.string(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  place: z.string(),
  startsAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  entryCount: z.int(),
  experts: z.int(),
  leader: z.string(),
  assigned: z.int(),
  submitted: z.int(),
})

export const panelMember = z.object({
  expertId: z.int(),
  name: z.string(),
  jobTitle: z.string(),
  mayLead: z.boolean(),
  role: z.enum(['leader', 'member']),
  roleName: z.string(),
  /** Employers at the time the expert was chosen. */
  employers: z.array(z.string()),
  declaredAt: z.string().nullable(),
})
