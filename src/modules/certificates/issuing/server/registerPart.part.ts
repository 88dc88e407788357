import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { creditCodeIn, defineRegisterPart } from '#modules/review/server/registerParts.ts'

defineRegisterPart({
  code: 'certificates',
  order: 40,
  title: '被撤销或暂停的证书',
  none: '被撤销或暂停的证书',
  may: 'staff:certificates',
  read: async (ctx, asked, limit) => {
    const { organisationId, personId } = asked.application
    const code = creditCodeIn(asked)
    const held = or(
      organisationId === null ? undefined : eq(certificate.organisationId, organisationId),
      code ? eq(certificate.creditCode, code) : undefined,
    )
    const theirs = or(
      // Companies: only their own certificates, not those of their employees.
      held && and(held, ne(certificate.register, 'personnel')),
      personId === null ? undefined : eq(certificate.personId, personId),
    )
    if (!theirs) return []
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(
        and(
          theirs,
          inArray(certificate.status, ['revoked', 'suspended']),
          permissionCondition(ctx, 'staff:certificates', certificate.provinceCode),
        ),
      )
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
      .limit(limit)
    return rows.map(of => ({
      title: of.number,
      about: [[of.kindName, of.levelName].filter(Boolean).join(' '), statusNames[of.status]].join(' · '),
      route: `/staff/certificates/${of.id}`,
      isBad: true,
    }))
  },
})
