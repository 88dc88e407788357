import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { account } from '#modules/accounts/server/tables.ts'
import { defineRecipients } from '#modules/messages/server/recipients.ts'
import { surveyRespondent } from './tables.ts'

/** Those on the list of a survey: by message, text or mail, and by letter where nothing else reaches them. */
defineRecipients('surveyRespondent', {
  permission: 'staff:surveys',
  unit: '个填写人',
  companies: (_, ids) => sql`select ${surveyRespondent.organisationId} from ${surveyRespondent}
    where ${and(inArray(surveyRespondent.id, ids), sql`${surveyRespondent.organisationId} is not null`)}`,
  accounts: (_, ids) => sql`select ${account.id} from ${account} join ${surveyRespondent}
      on ${or(
        eq(account.id, surveyRespondent.accountId),
        eq(account.organisationId, surveyRespondent.organisationId),
        eq(account.personId, surveyRespondent.personId),
      )}
    where ${and(inArray(surveyRespondent.id, ids), eq(account.status, 'active'))}`,
})
