import { and, desc } from 'drizzle-orm'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineFinder } from '#lib/server/oversight/finders.ts'
import { record } from '#modules/audit/server/record.ts'
import { person } from '#modules/members/server/tables.ts'
import { isKnownAs, readPersons, toPersonRow } from './staffPersons.ts'

defineFinder({
  code: 'person',
  order: 30,
  name: '人员',
  may: 'staff:members',
  isWithin: true,
  /**
   * Matches whole names and numbers only, as the register does. The result is recorded in the audit log, the search
   * text is not.
   */
  find: async (ctx, typed, limit) => {
    const rows = await readPersons(ctx)
      .where(and(permissionCondition(ctx, 'staff:members', person.provinceCode), isKnownAs(ctx, typed)))
      .orderBy(desc(person.id))
      .limit(limit)
    const found = rows.map(row => toPersonRow(ctx, row, { valid: new Map(), tagName: () => '' }))
    const [only, ...others] = found
    if (!only) return []
    const which =
      others.length === 0 ? { objectId: only.id, objectName: only.name } : { detail: { rows: found.length } }
    await record(ctx, { action: 'person.find', objectType: 'person', ...which })
    return found.map(({ id, name, idNumber, employerName }) => ({
      title: name,
      about: [idNumber, employerName].filter(Boolean).join(' · '),
      route: `/staff/persons/${id}`,
    }))
  },
})
