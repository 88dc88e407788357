import { asc, sql } from 'drizzle-orm'
import { exportInput } from '#lib/register/registerContract.ts'
import { organisationFilters } from '../../organisationFilters.ts'
import { organisationRegister } from '../../server/staffOrganisations.ts'
import { organisation } from '../../server/tables.ts'
import { defineAddressSource, filtersIn, loggedFilters } from './addressList.ts'

defineAddressSource('organisation', {
  name: '单位',
  permission: 'staff:members',
  logged: loggedFilters(organisationFilters),
  read: async (ctx, query) => {
    const where = await organisationRegister.matching(ctx, filtersIn(exportInput(organisationFilters), query))
    const rows = await ctx.db
      .select({ id: organisation.id })
      .from(organisation)
      .where(sql`${where}`)
      .orderBy(asc(organisation.provinceCode), asc(organisation.name))
    return rows.map(({ id }) => ({ organisationId: id, cells: {} }))
  },
})
