import type { Handlers } from '#lib/server/api/call.ts'
import { branchDeskHandlers } from '../branches/server/branchDesk.ts'
import { clerkDeskHandlers } from '../clerks/server/desk.ts'
import { clerkLogHandlers } from '../clerks/server/log.ts'
import { myCompaniesHandlers } from '../clerks/server/mine.ts'
import { colleagueChangesHandlers } from '../colleagues/server/colleagueChanges.ts'
import { colleaguesHandlers } from '../colleagues/server/colleagues.ts'
import { entryLinksHandlers } from '../colleagues/server/entryLinks.ts'
import { staffSignInsHandlers } from '../colleagues/server/staffSignIns.ts'
import { totpHandlers } from '../colleagues/server/totp.ts'
import type { accountsContract } from '../contract.ts'
import { deputiesHandlers } from '../deputies/server/deputies.ts'
import { documentDeskHandlers } from '../documents/server/documentDesk.ts'
import { documentsHandlers } from '../documents/server/publicDocuments.ts'
import { handingOverHandlers } from '../handingOver/server/handingOver.ts'
import { roleDeskHandlers } from '../roles/server/roleDesk.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { captchasHandlers } from './captchas.ts'
import { codeRequestsHandlers } from './codeRequests.ts'
import { confirmingHandlers } from './confirming.ts'
import { overviewHandlers } from './overview.ts'
import { passwordChangesHandlers } from './passwordChanges.ts'
import { phonesHandlers } from './phones.ts'
import { registrationsHandlers } from './registrations.ts'
import { sessionsHandlers } from './sessions.ts'
import { signInsHandlers } from './signIns.ts'

/** All but the table of permissions, which takes the whole contract. */
export const staffAccountsHandlers: Omit<Handlers<typeof staffAccountsContract>, 'GET /staff/permission/list'> = {
  ...staffSignInsHandlers,
  ...totpHandlers,
  ...entryLinksHandlers,
  ...passwordChangesHandlers,
  ...confirmingHandlers,
  ...sessionsHandlers,
  ...colleaguesHandlers,
  ...colleagueChangesHandlers,
  ...roleDeskHandlers,
  ...branchDeskHandlers,
  ...deputiesHandlers,
  ...handingOverHandlers,
  ...documentDeskHandlers,
}

export const accountsHandlers: Handlers<typeof accountsContract> = {
  ...passwordChangesHandlers,
  ...confirmingHandlers,
  ...sessionsHandlers,
  ...captchasHandlers,
  ...signInsHandlers,
  ...registrationsHandlers,
  ...documentsHandlers,
  ...codeRequestsHandlers,
  ...overviewHandlers,
  ...clerkDeskHandlers,
  ...clerkLogHandlers,
  ...myCompaniesHandlers,
  ...phonesHandlers,
}
