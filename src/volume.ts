import type { Services } from '#lib/server/api/context.ts'
import { withoutIndexes } from '#lib/server/database/copy.ts'
import { openDb, poolOf } from '#lib/server/database/db.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { loadCertificates } from '#modules/certificates/server/volume.ts'
import { article, articleViews } from '#modules/content/server/tables.ts'
import { loadArticles } from '#modules/content/server/volume.ts'

// The catalogues of certificates.
import '#modules/qualifications/catalogue/server/catalogue.part.ts'
import '#modules/personnel/catalogue/server/catalogue.part.ts'

type Say = (line: string) => void
/** `organisations`: among how many the certificates are spread. */
type Size = { articles?: number; certificates?: number; organisations?: number }

/**
 * Loads the data of ten busy years for measurements, always the same, in one transaction. The tables are locked against
 * reading meanwhile.
 */
export async function loadVolume(
  services: Services,
  say: Say,
  { articles = 100_000, certificates = 1_000_000, organisations }: Size = {},
) {
  const client = await poolOf(services.db).connect()
  try {
    await client.query('begin')
    await client.query(
      `set local statement_timeout = 0; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off`,
    )
    const ctx = { db: openDb(client), now: new Date(), client }
    await withoutIndexes(client, [article, articleViews, certificate, certificateEvent], say, async () => {
      await loadArticles({ ...ctx, watch: watcher(say, '文章', articles) }, articles)
      await loadCertificates({ ...ctx, watch: watcher(say, '证书', certificates) }, certificates, organisations)
    })
    await client.query('commit')
    await client.query('vacuum (analyze) article, article_views, certificate, certificate_event')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const watcher = (say: Say, what: string, count: number) =>
  function* <Row>(rows: Iterable<Row>): Iterable<Row> {
    let done = 0
    for (const row of rows) {
      yield row
      if (++done % Math.ceil(count / 10) === 0) say(`${what} ${done}`)
    }
  }
