import type { ApiContract } from '#api/contract.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { type DocumentName, documentNames } from '../documentNames.ts'
import { Sections } from '../documents/pages/Sections.tsx'
import './entrance.css'
import { Day } from '#ui/Day.tsx'

type Shown = Output<ApiContract['GET /document/{document}']>
type Props = { of: Shown }

const addressOf = ({ document, version, state }: Pick<Shown, 'document' | 'version' | 'state'>) =>
  `/admin/login/${document}${state === 'current' ? '' : `?version=${encodeURIComponent(version)}`}`

/** Search engines shall find the text that is in force. */
export const documentHead = (
  args: Parameters<typeof head>[0],
  { document, of }: { document: DocumentName; of: Shown | undefined },
) =>
  head(args, {
    name: of?.title ?? documentNames[document],
    canonical: `/admin/login/${document}`,
    hidden: of !== undefined && of.state !== 'current',
  })

export const DocumentText = ({ of }: Props) => (
  <div className="wrap document-text">
    <PageHead crumbs={[{ name: of.title, route: `/admin/login/${of.document}` }]} title={of.title}>
      版本 {of.version}，自
      <Day of={of.effectiveOn} />
      起施行
    </PageHead>
    {of.state !== 'current' && (
      <p className="document-state" role="note">
        这一版{of.stateName}。<Link to={`/admin/login/${of.document}`}>查看现行版本</Link>
      </p>
    )}
    <Sections of={of.sections} />
    {of.versions.length > 1 && <Versions of={of} />}
  </div>
)

/** Lists all versions: each stays readable because somebody accepted it. */
const Versions = ({ of: { version: shown, versions } }: Props) => (
  <section aria-labelledby="versions">
    <h2 id="versions">各个版本</h2>
    <ul role="list" className="document-versions">
      {versions.map(of => (
        <li key={of.version}>
          <Link to={addressOf(of)} aria-current={of.version === shown ? 'page' : undefined}>
            版本 {of.version}
          </Link>
          ，自
          <Day of={of.effectiveOn} />
          起施行，{of.stateName}
          {of.summary && <span className="document-summary">{of.summary}</span>}
        </li>
      ))}
    </ul>
  </section>
)
