import { and, desc, eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { creditCodeIn, defineRegisterPart } from '#modules/review/server/registerParts.ts'
import { organisation } from '../../server/tables.ts'
import { organisationNote } from './tables.ts'

defineRegisterPart({
  code: 'companyNotes',
  order: 70,
  title: '单位备注',
  none: '单位备注',
  may: 'staff:members',
  read: async (ctx, asked, limit) => {
    const code = creditCodeIn(asked)
    if (code === '') return []
    const rows = await ctx.db
      .select({ note: organisationNote, authorName: account.displayName })
      .from(organisationNote)
      .innerJoin(
        organisation,
        and(eq(organisation.id, organisationNote.organisationId), eq(organisation.creditCode, code)),
      )
      .innerJoin(account, eq(account.id, organisationNote.authorId))
      .orderBy(desc(organisationNote.id))
      .limit(limit)
    return rows.map(({ note: { organisationId, text, at }, authorName }) => ({
      title: text.length > 60 ? `${text.slice(0, 60)}…` : text,
      about: `${authorName} ${minute(iso(at))}`,
      route: `/staff/organisations/${organisationId}`,
      isBad: false,
    }))
  },
})
