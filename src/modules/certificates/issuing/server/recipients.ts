import { and, eq, inArray, sql } from 'drizzle-orm'
import { within } from '#lib/server/api/within.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'

/** Of a person's certificate the person, not the employer whom it names as well. */
defineRecipients('certificate', {
  permission: 'staff:certificates',
  unit: '张证书的持证者',
  accounts: (ctx, ids) => {
    const chosen = and(inArray(certificate.id, ids), within(ctx, 'staff:certificates', certificate.provinceCode))
    return sql`select ${account.id} from ${account} where ${eq(account.status, 'active')} and (
      ${account.personId} in (select ${certificate.personId} from ${certificate} where ${chosen})
      or ${account.organisationId} in (select ${certificate.organisationId} from ${certificate}
        where ${certificate.personId} is null and ${chosen}))`
  },
})
