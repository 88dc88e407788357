import type { Handlers } from '#lib/server/api/call.ts'
import { colleagueChangesHandlers } from '../colleagues/server/colleagueChanges.ts'
import { colleaguesHandlers } from '../colleagues/server/colleagues.ts'
import { entryLinksHandlers } from '../colleagues/server/entryLinks.ts'
import { staffSignInsHandlers } from '../colleagues/server/staffSignIns.ts'
import { totpHandlers } from '../colleagues/server/totp.ts'
import type { accountsContract } from '../contract.ts'
import { deputiesHandlers } from '../deputies/server/deputies.ts'
import { roleDeskHandlers } from '../roles/server/roleDesk.ts'
import type { staffAccountsContract } from '../staffContract.ts'
import { captchasHandlers } from './captchas.ts'
import { codeRequestsHandlers } from './codeRequests.ts'
import { documentsHandlers } from './documents.ts'
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
  ...sessionsHandlers,
  ...colleaguesHandlers,
  ...colleagueChangesHandlers,
  ...roleDeskHandlers,
  ...deputiesHandlers,
}

export const accountsHandlers: Handlers<typeof accountsContract> = {
  ...passwordChangesHandlers,
  ...sessionsHandlers,
  ...captchasHandlers,
  ...signInsHandlers,
  ...registrationsHandlers,
  ...documentsHandlers,
  ...codeRequestsHandlers,
  ...overviewHandlers,
  ...phonesHandlers,
}
