import './handlers.ts'
import { sql } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { isPublicAddress } from '#lib/server/process/publicAddress.ts'
import { actingAs, demoAccounts } from '#modules/accounts/server/demo.ts'
import { demoAdverts } from '#modules/adverts/server/demo.ts'
import { demoAwards } from '#modules/awards/server/demo.ts'
import { demoSeal } from '#modules/certificates/designs/server/demo.ts'
import { demoLookups } from '#modules/certificates/server/demo.ts'
import { demoContent, numberColumns } from '#modules/content/server/demo.ts'
import { demoElections } from '#modules/elections/server/demo.ts'
import { demoExpertPool } from '#modules/experts/server/demo.ts'
import { demoPictures } from '#modules/files/server/demo.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { demoMembers } from '#modules/members/server/demo.ts'
import { demoMembership } from '#modules/membership/server/demo.ts'
import { markDemoMessagesRead } from '#modules/messages/server/demo.ts'
import { demoMoney } from '#modules/money/server/demo.ts'
import { demoPersonnel } from '#modules/personnel/server/demo.ts'
import { demoPosts } from '#modules/posts/server/demo.ts'
import { demoQualifications } from '#modules/qualifications/server/demo.ts'
import { demoSettings } from '#modules/settings/server/demo.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { endTrial } from '#modules/settings/server/trial.ts'
import { applyPack } from '#modules/setup/server/packApply.ts'
import { ownPack } from '#modules/setup/server/packs.ts'
import { demoTraining } from '#modules/training/server/demo.ts'

type Say = (line: string) => void

/**
 * The demo association, into an empty database: our own unless DEMO=0, somebody else's only with DEMO=1, and so where
 * everybody may come.
 */
export async function loadDemoIfEmpty(services: Services, { embedded, say }: { embedded: boolean; say: Say }) {
  const { demo, publicUrl } = services.config
  const wanted = demo ?? (embedded && !isPublicAddress(publicUrl) ? '1' : '0')
  if (wanted === '0' || !(await isEmpty(services))) return
  say('正在载入演示数据……')
  await loadDemo(services)
}

const isEmpty = async ({ db }: Pick<Services, 'db'>) =>
  (
    await db.execute(
      sql`select 1 from account union all select 1 from catalogue union all select 1 from setting where name <> 'trial' limit 1`,
    )
  ).rowCount === 0

/** Configuration pack of the demo association; the modules add its records. */
const PACK = 'boiler'

/**
 * Loads the demo in one transaction, so that an interrupted start begins again next time. Returns false if there are
 * data already.
 */
export const loadDemo = (services: Services): Promise<boolean> =>
  services.db.transaction(async db => {
    await db.execute(sql`set local statement_timeout = 0`)
    // Locks against a second server that starts on the same empty database; it then finds the demo loaded.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('hangxie demo'))`)
    if (!(await isEmpty({ db }))) return false
    const loading = { ...services, db, now: new Date() }
    // The demo association counts as live: it is there to be tried as a whole, messages included.
    await endTrial(loading)
    await demoSettings(loading, await demoPictures(loading))
    await demoAccounts(loading)
    await numberColumns(loading)
    await demoSeal(loading)
    await applyPack(await actingAs(loading, 'admin', 0), await ownPack(PACK))
    await demoMembers(loading)
    await demoExpertPool(loading)
    await demoContent(loading)
    await demoMembership(loading)
    await demoPosts(loading)
    await demoQualifications(loading)
    await demoPersonnel(loading)
    await demoLookups(loading)
    await demoTraining(loading)
    await demoAdverts(loading)
    await demoAwards(loading)
    await demoElections(loading)
    await demoMoney(loading)
    await recordPaidFees(loading)
    await markDemoMessagesRead(loading)
    await writeSetting(loading, 'demo', { loadedAt: loading.now.toISOString() })
    return true
  })
